import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentUse } from '../../model/segments/preview.ts';
import { queryBroadcastsTo, type StoredBroadcast, toBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { getStoredSegment } from './segments.ts';

/** The broadcasts to the segment. One that is scheduled would fail without it. */
export const listSegmentUses = async (
  workspaceId: string,
  segmentId: string,
  page: PageRequest,
): Promise<Page<SegmentUse>> => {
  await getStoredSegment(workspaceId, segmentId);
  const { items, next } = await queryBroadcastsTo(workspaceId, segmentId, page);
  return { items: items.map(toUse), next };
};

const toUse = (broadcast: StoredBroadcast): SegmentUse => {
  const { id, name, status, is_waiting = false, scheduled_at = null, created_at } = broadcast;
  const wasRead = broadcast.started_at !== null && broadcast.completed_at !== null;
  const size = wasRead ? toBroadcast(broadcast, broadcast.final_counters).total_recipients : null;
  return { broadcast_id: id, name, status, is_waiting, scheduled_at, created_at, size };
};
