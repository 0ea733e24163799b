import { takeInbound } from '../domain/inbound/process-inbound.ts';
import { inboundWork } from '../model/inbound.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('takeInbound', inboundWork, takeInbound);
