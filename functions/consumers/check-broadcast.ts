import { checkBroadcast } from '../domain/broadcasts/check-broadcast.ts';
import { checkJob } from '../model/jobs/broadcasts.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('checkBroadcast', checkJob, checkBroadcast);
