import { cleanSegment } from '../domain/segments/members.ts';
import { goneSegment } from '../model/segment.ts';
import { consume } from './consume-queue.ts';

export const handler = consume('cleanSegment', goneSegment, cleanSegment);
