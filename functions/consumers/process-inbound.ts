import { processInbound } from '../domain/inbound/process-inbound.ts';
import { inboundJob } from '../model/inbound/inbound.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('processInbound', inboundJob, processInbound);
