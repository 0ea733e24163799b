import { removeErased } from '../domain/erasures/remove-erased.ts';
import { eraseContactJob } from '../model/jobs/erasures.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('eraseContacts', eraseContactJob, removeErased);
