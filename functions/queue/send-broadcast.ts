import { sendBroadcast } from '../domain/broadcast-lanes.ts';
import { laneWork } from '../model/broadcast-work.ts';
import { consume } from './consume.ts';

export const handler = consume('sendBroadcast', laneWork, sendBroadcast);
