import { clock, isoTime } from '../../platform/clock.ts';
import { findAudience } from '../../table/broadcasts/audience.ts';
import { findBroadcast, transitionBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { queryCounters } from '../../table/counters.ts';

/** Ends a broadcast whose lanes have all come to their end and none of whose recipients is pending. */
export const completeIfDone = async (workspaceId: string, broadcastId: string): Promise<void> => {
  const [audience, broadcast] = await Promise.all([findAudience(broadcastId), findBroadcast(workspaceId, broadcastId)]);
  if (!audience || !broadcast || audience.lanes_left > 0 || broadcast.completed_at !== null) return;
  const { accepted, sent_count, failed_count } = await queryCounters(broadcastId);
  if (broadcast.accepted + accepted > sent_count + failed_count) return;
  const completed_at = isoTime(clock.now());
  const status = sent_count > 0 ? 'sent' : 'failed';
  const isCompleted = await transitionBroadcast(workspaceId, broadcastId, ['queued', 'sending'], {
    status,
    completed_at,
  });
  if (!isCompleted) await transitionBroadcast(workspaceId, broadcastId, ['canceled'], { completed_at });
};
