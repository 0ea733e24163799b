import { prepareBroadcast } from '../domain/broadcasts/prepare-broadcast.ts';
import { broadcastJob } from '../model/jobs.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('prepareBroadcast', broadcastJob, prepareBroadcast);
