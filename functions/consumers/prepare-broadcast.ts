import { prepareBroadcast } from '../domain/broadcasts/prepare-broadcast.ts';
import { prepareJob } from '../model/jobs/broadcasts.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('prepareBroadcast', prepareJob, prepareBroadcast);
