import { sendLane } from '../domain/broadcasts/send-lane.ts';
import { laneJob } from '../model/broadcast-jobs.ts';
import { consume } from './consume-queue.ts';

export const handler = consume('sendBroadcast', laneJob, sendLane);
