import { countSegment } from '../domain/segments/count-segment.ts';
import { deleteSegmentMembers } from '../domain/segments/members.ts';
import { segmentJob } from '../model/jobs.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('maintainSegments', segmentJob, (job) =>
  job.task === 'count' ? countSegment(job) : deleteSegmentMembers(job),
);
