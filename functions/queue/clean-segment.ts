import { cleanSegment } from '../domain/segment-cleanup.ts';
import { goneSegment } from '../model/segment.ts';
import { consume } from './consume.ts';

export const handler = consume('cleanSegment', goneSegment, cleanSegment);
