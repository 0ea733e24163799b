import { checkBroadcast } from '../domain/broadcasts/check.ts';
import { checkJob } from '../model/broadcast-jobs.ts';
import { consume } from './consume-queue.ts';

export const handler = consume('settleBroadcast', checkJob, checkBroadcast);
