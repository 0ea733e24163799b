import { takeInbound } from '../domain/inbound.ts';
import { inboundWork } from '../model/inbound.ts';
import { consume } from './consume.ts';

export const handler = consume('takeInbound', inboundWork, takeInbound);
