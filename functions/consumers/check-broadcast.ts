import { checkBroadcast } from '../domain/broadcasts/check.ts';
import { checkJob } from '../model/broadcast-jobs.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('checkBroadcast', checkJob, checkBroadcast);
