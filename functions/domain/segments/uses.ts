import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentUse } from '../../model/segments/preview.ts';
import { queryBroadcastsTo } from '../../table/broadcasts/broadcasts.ts';
import { getStoredSegment } from './segments.ts';

/** The broadcasts to the segment. One that is scheduled would fail without it. */
export const listSegmentUses = async (
  workspaceId: string,
  segmentId: string,
  page: PageRequest,
): Promise<Page<SegmentUse>> => {
  await getStoredSegment(workspaceId, segmentId);
  const { items, next } = await queryBroadcastsTo(workspaceId, segmentId, page);
  return {
    items: items.map(({ id, name, status, is_waiting = false, scheduled_at = null, created_at }) => ({
      broadcast_id: id,
      name,
      status,
      is_waiting,
      scheduled_at,
      created_at,
    })),
    next,
  };
};
