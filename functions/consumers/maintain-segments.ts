import { maintainSegment } from '../domain/segments/maintenance.ts';
import { segmentJob } from '../model/segments/segment.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('maintainSegments', segmentJob, maintainSegment);
