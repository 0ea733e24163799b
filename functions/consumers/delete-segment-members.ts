import { cleanSegment } from '../domain/segments/members.ts';
import { goneSegment } from '../model/segment.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('cleanSegment', goneSegment, cleanSegment);
