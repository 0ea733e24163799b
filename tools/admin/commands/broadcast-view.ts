import type { Broadcast } from '../../../functions/model/broadcast.ts';
import { formatFields, formatTable } from '../layout.ts';

export const showBroadcasts = (broadcasts: readonly Broadcast[]): string =>
  broadcasts.length === 0
    ? 'This workspace has made no broadcast.'
    : formatTable(broadcasts.map(rowOf), [
        'id',
        'name',
        'status',
        'accepted',
        'rejected',
        'pending',
        'sent',
        'delivered',
        'read',
        'replied',
        'failed',
        'created_at',
        'completed_at',
      ]);

export const showCanceled = (broadcast: Broadcast): string => {
  const { sent_count, accepted } = broadcast;
  return [
    `Canceled: ${sent_count} of ${accepted} messages had been sent.`,
    'Those that are on their way to the channel at this moment still go out; everybody else fails as canceled.',
    '',
    formatFields(rowOf(broadcast)),
  ].join('\n');
};

/** Shorter names, so that the counters stand beside each other in one line. */
const rowOf = (broadcast: Broadcast) => ({
  id: broadcast.id,
  name: broadcast.name,
  status: broadcast.status,
  accepted: broadcast.accepted,
  rejected: broadcast.rejected,
  pending: broadcast.pending_count,
  sent: broadcast.sent_count,
  delivered: broadcast.delivered_count,
  read: broadcast.read_count,
  replied: broadcast.replied_count,
  failed: broadcast.failed_count,
  created_at: broadcast.created_at,
  completed_at: broadcast.completed_at,
});
