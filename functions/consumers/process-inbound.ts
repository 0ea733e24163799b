import { takeInbound } from '../domain/inbound/process-inbound.ts';
import { inboundWork } from '../model/inbound.ts';
import { consume } from './consume-queue.ts';

export const handler = consume('takeInbound', inboundWork, takeInbound);
