import { cleanSegment } from '../domain/segments/segment-cleanup.ts';
import { goneSegment } from '../model/segment.ts';
import { consume } from './consume-queue.ts';

export const handler = consume('cleanSegment', goneSegment, cleanSegment);
