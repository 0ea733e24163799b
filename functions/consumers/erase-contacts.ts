import { removeErased } from '../domain/erasures/remove-erased.ts';
import { eraseContactJob } from '../model/erasures/erasure.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('eraseContacts', eraseContactJob, removeErased);
