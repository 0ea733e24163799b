import { settleBroadcast } from '../domain/broadcast-settle.ts';
import { settleWork } from '../model/broadcast-work.ts';
import { consume } from './consume.ts';

export const handler = consume('settleBroadcast', settleWork, settleBroadcast);
