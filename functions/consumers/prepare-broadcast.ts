import { prepareBroadcast } from '../domain/broadcasts/prepare.ts';
import { broadcastJob } from '../model/broadcast-jobs.ts';
import { consume } from './consume-queue.ts';

export const handler = consume('planBroadcast', broadcastJob, prepareBroadcast);
