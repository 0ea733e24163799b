import type { SegmentJob } from '../model/segment.ts';
import { toStoredBroadcast } from '../table/broadcasts/broadcasts.ts';
import { type Change, readRequestId, readWorkspaceId } from '../table/dynamodb/changes.ts';
import { toStoredMessage } from '../table/messages/messages.ts';
import { toRequestedDelivery } from '../table/webhooks/deliveries.ts';
import { buildLaneJobs, buildPrepareJob, buildWatchdogJob } from './broadcasts/jobs.ts';
import { buildEraseJob } from './erasures/jobs.ts';
import { buildMessageCheckJob } from './messages/jobs.ts';
import { enqueueJobs, type QueueJob } from './queues.ts';
import { toEvent } from './webhooks/events.ts';
import { type EventToDeliver, fanOut } from './webhooks/fan-out.ts';

interface ChangeEffects {
  jobs: QueueJob[];
  events: EventToDeliver[];
}

/** Jobs and deliveries carry the id of the request that made the change. */
export const toEffects = (change: Change): ChangeEffects => {
  const requestId = readRequestId(change);
  return {
    jobs: [...segmentJobs(change), ...broadcastJobs(change), ...messageJobs(change), ...erasureJobs(change)].map(
      (job) => ({
        ...job,
        requestId,
      }),
    ),
    events: eventsFor(change).map((event) => ({ ...event, requestId })),
  };
};

/**
 * A change that fails does not keep the others from being dispatched; the batch fails afterwards. The stream delivers
 * the changes of a failed batch again; their jobs are then enqueued twice.
 */
export const dispatchEffects = async (effects: readonly ChangeEffects[]): Promise<void> => {
  const fanOuts = fanOut(effects.flatMap(({ events }) => events));
  const deliveries = (await Promise.allSettled(fanOuts)).flatMap((settled) =>
    settled.status === 'fulfilled' ? settled.value : [],
  );
  await enqueueJobs([...effects.flatMap(({ jobs }) => jobs), ...deliveries]);
  await Promise.all(fanOuts);
};

/** A count that was requested. And the member rows of a static segment outlive it until a job deletes them. */
const segmentJobs = ({ before, after }: Change): QueueJob[] => {
  if (after?.['entity'] === 'segment' && after['status'] === 'requested') {
    const ids = { workspace_id: readWorkspaceId(after), segment_id: String(after['id']) };
    return [{ queue: 'maintainSegments', body: { task: 'count', ...ids } satisfies SegmentJob }];
  }
  if (before?.['entity'] !== 'segment' || before['kind'] !== 'static' || after) return [];
  return [{ queue: 'maintainSegments', body: { segment_id: String(before['id']) } satisfies SegmentJob }];
};

/** A new broadcast starts its watchdog and its lanes. A pending audience is read first and then starts the lanes. */
const broadcastJobs = ({ before, after }: Change): QueueJob[] => {
  if (after?.['entity'] !== 'broadcast' || before) return [];
  const { workspace_id, id, lanes, is_audience_pending } = toStoredBroadcast(after);
  const job = { workspaceId: workspace_id, broadcastId: id };
  return [...(is_audience_pending ? [buildPrepareJob(job)] : buildLaneJobs(job, lanes)), buildWatchdogJob(job)];
};

/** No crash loses the check, because it follows from the stored message. Broadcasts check their messages themselves. */
const messageJobs = ({ before, after }: Change): QueueJob[] => {
  if (after?.['entity'] !== 'message' || before) return [];
  const { workspace_id, conversation_id, id, status, broadcast } = toStoredMessage(after);
  if (status !== 'sending' || broadcast) return [];
  return [buildMessageCheckJob({ workspaceId: workspace_id, conversationId: conversation_id, messageId: id })];
};

const erasureJobs = ({ after }: Change): QueueJob[] =>
  after?.['entity'] === 'erasure' && after['status'] === 'requested'
    ? [buildEraseJob({ workspace_id: readWorkspaceId(after), contact_id: String(after['id']) })]
    : [];

const eventsFor = (change: Change): EventToDeliver[] => {
  const event = toEvent(change);
  if (event) return [{ event }];
  const requested = change.after && toRequestedDelivery(change.after);
  if (!requested) return [];
  const { webhook_id, attempt_number } = requested;
  return [{ event: requested.event, redelivery: { webhookId: webhook_id, attemptNumber: attempt_number + 1 } }];
};
