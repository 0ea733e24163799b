import type { SegmentJob } from '../../model/segments/segment.ts';
import { countSegment } from './count-segment.ts';
import { deleteSegmentMembers } from './members.ts';

/** Work that no caller waits for. It shares one queue, because even an empty queue costs money. */
export const maintainSegment = (job: SegmentJob): Promise<void> =>
  job.task === 'count' ? countSegment(job) : deleteSegmentMembers(job);
