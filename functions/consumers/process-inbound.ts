import { processInbound } from '../domain/inbound/process-inbound.ts';
import { inboundJob } from '../model/jobs/messages.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('processInbound', inboundJob, processInbound);
