import { checkMessage } from '../domain/messages/check-message.ts';
import { messageCheckJob } from '../model/jobs/messages.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('checkMessage', messageCheckJob, checkMessage);
