import type { DynamoDBRecord } from 'aws-lambda';
import type { DeleteSegmentMembersJob } from '../model/segment.ts';
import { errorFields, log } from '../platform/log.ts';
import { toStoredBroadcast } from '../table/broadcasts/broadcasts.ts';
import { type Change, toChange } from '../table/dynamodb/changes.ts';
import { toRequestedDelivery } from '../table/webhooks/deliveries.ts';
import { buildLaneJob, buildPrepareJob, buildWatchdogJob } from './broadcasts/jobs.ts';
import { enqueueJobs, type QueueJob } from './queues.ts';
import { toEvent } from './webhooks/events.ts';
import { type EventToDeliver, fanOut } from './webhooks/fan-out.ts';

/** Sets going what follows from changes of the table. A change may come twice, and then so do its messages. */
export const dispatchChanges = async (records: readonly DynamoDBRecord[]): Promise<void> => {
  const effects = records.map(readEffects);
  const jobs = effects.flatMap((effect) => effect.jobs);
  const deliveries = await fanOut(effects.flatMap((effect) => effect.events));
  await enqueueJobs([...jobs, ...deliveries]);
};

/** What follows from a change: messages as they are, and events for whoever listens. */
interface ChangeEffects {
  jobs: QueueJob[];
  events: EventToDeliver[];
}

/** A change that cannot be read is a bug of ours. It is put aside as it is, so that those behind it are not held up. */
const readEffects = (record: DynamoDBRecord): ChangeEffects => {
  try {
    return toEffects(toChange(record));
  } catch (error) {
    log('error', 'change discarded', { event_id: record.eventID, error: errorFields(error) });
    return { jobs: [{ queue: 'discardedChanges', body: record }], events: [] };
  }
};

/** The stream's filter lets through hardly any change from which nothing follows. */
export const toEffects = (change: Change): ChangeEffects => ({
  jobs: [...segmentJobs(change), ...broadcastJobs(change)],
  events: eventsFor(change),
});

/** The members' rows of a static segment outlive it until they are cleaned up. */
const segmentJobs = ({ before, after }: Change): QueueJob[] => {
  if (before?.['entity'] !== 'segment' || before['kind'] !== 'static' || after) return [];
  return [
    { queue: 'deleteSegmentMembers', body: { segment_id: String(before['id']) } satisfies DeleteSegmentMembersJob },
  ];
};

/** A new broadcast sets its lanes going, its plan where the audience is still to be read, and somebody to watch them. */
const broadcastJobs = ({ before, after }: Change): QueueJob[] => {
  if (after?.['entity'] !== 'broadcast' || before) return [];
  const { workspace_id, id: broadcast_id, lanes, is_audience_pending } = toStoredBroadcast(after);
  const job = { workspace_id, broadcast_id };
  const laneNumbers = Array.from({ length: lanes }, (_, lane) => lane);
  return [
    ...(is_audience_pending ? [buildPrepareJob(job)] : []),
    ...laneNumbers.map((lane) => buildLaneJob({ ...job, lane })),
    buildWatchdogJob(job),
  ];
};

const eventsFor = (change: Change): EventToDeliver[] => {
  const event = toEvent(change);
  if (event) return [{ event }];
  const requested = change.after && toRequestedDelivery(change.after);
  if (!requested) return [];
  return [
    {
      event: requested.event,
      redelivery: { webhookId: requested.webhook_id, attempt_number: requested.attempt_number + 1 },
    },
  ];
};
