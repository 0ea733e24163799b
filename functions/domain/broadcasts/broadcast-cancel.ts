import { Failure } from '../../model/api-error.ts';
import type { Broadcast } from '../../model/broadcast.ts';
import { turnBroadcast } from '../../table/broadcasts/broadcasts.ts';
import { getBroadcast } from './broadcasts.ts';

/**
 * Stops a broadcast: its lanes fail everybody whose turn has not come. What is on its way to the channel at this moment
 * still goes out, so that the counters move a little further.
 */
export const cancelBroadcast = async (workspaceId: string, broadcastId: string): Promise<Broadcast> => {
  const isCanceled = await turnBroadcast(workspaceId, broadcastId, ['queued', 'sending'], { status: 'canceled' });
  const broadcast = await getBroadcast(workspaceId, broadcastId);
  if (isCanceled) return broadcast;
  throw new Failure('bad_request', whyNot(broadcast));
};

const whyNot = ({ status, sent_count, accepted, completed_at }: Broadcast): string =>
  status === 'canceled'
    ? `This broadcast was canceled before; ${sent_count} of its ${accepted} messages were sent.`
    : `This broadcast ended at ${completed_at}: ${sent_count} of its ${accepted} messages were sent, and none is left to stop.`;
