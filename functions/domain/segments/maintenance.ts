import type { SegmentJob } from '../../model/segment.ts';
import { countSegment } from './count-segment.ts';
import { deleteSegmentMembers } from './members.ts';

/** What no caller waits for. One queue for both: each costs something even while it is empty. */
export const maintainSegment = (job: SegmentJob): Promise<void> =>
  job.task === 'count' ? countSegment(job) : deleteSegmentMembers(job);
