import { copyMedia } from '../domain/media/copy-media.ts';
import { mediaJob } from '../model/jobs/messages.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('copyMedia', mediaJob, copyMedia);
