import { deleteSegmentMembers } from '../domain/segments/members.ts';
import { deleteSegmentMembersJob } from '../model/segment.ts';
import { consumeQueue } from './consume-queue.ts';

export const handler = consumeQueue('deleteSegmentMembers', deleteSegmentMembersJob, deleteSegmentMembers);
