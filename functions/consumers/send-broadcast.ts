import { sendLane } from '../domain/broadcasts/send-lane.ts';
import { laneJob } from '../model/jobs/broadcasts.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('sendBroadcast', laneJob, sendLane);
