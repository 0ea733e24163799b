import type { DynamoDBRecord } from 'aws-lambda';
import type { DeleteSegmentMembersJob } from '../model/segment.ts';
import { errorFields, log } from '../platform/log.ts';
import { enqueueJobs, type QueueJob } from '../platform/queue.ts';
import { toStoredBroadcast } from '../table/broadcasts/broadcasts.ts';
import { type Change, changeOf } from '../table/dynamodb/changes.ts';
import { requestedDelivery } from '../table/webhooks/deliveries.ts';
import { buildLaneJob, buildPrepareJob, buildWatchdogJob } from './broadcasts/jobs.ts';
import { eventOf } from './webhooks/events.ts';
import { fanOut, type Occasion } from './webhooks/fan-out.ts';

/** Sets going what follows from changes of the table. A change may come twice, and then so do its messages. */
export const announceChanges = async (records: readonly DynamoDBRecord[]): Promise<void> => {
  const consequences = records.map(readRecord);
  const messages = consequences.flatMap((each) => each.messages);
  const deliveries = await fanOut(consequences.flatMap((each) => each.occasions));
  await enqueueJobs([...messages, ...deliveries]);
};

/** What follows from a change: messages as they are, and events for whoever listens. */
interface Consequences {
  messages: QueueJob[];
  occasions: Occasion[];
}

/** A change that cannot be read is a bug of ours. It is put aside as it is, so that those behind it get their turn. */
const readRecord = (record: DynamoDBRecord): Consequences => {
  try {
    return consequencesOf(changeOf(record));
  } catch (error) {
    log('error', 'change discarded', { event_id: record.eventID, error: errorFields(error) });
    return { messages: [{ queue: 'discardedChanges', body: record }], occasions: [] };
  }
};

/** The stream's filter lets through hardly any change from which nothing follows. */
export const consequencesOf = (change: Change): Consequences => ({
  messages: [...segmentMessages(change), ...broadcastMessages(change)],
  occasions: occasionsOf(change),
});

/** The members' rows of a static segment outlive it until they are cleaned up. */
const segmentMessages = ({ before, after }: Change): QueueJob[] => {
  if (before?.['entity'] !== 'segment' || before['kind'] !== 'static' || after) return [];
  return [
    { queue: 'deleteSegmentMembers', body: { segment_id: String(before['id']) } satisfies DeleteSegmentMembersJob },
  ];
};

/** A new broadcast sets its lanes going, its plan where the audience is still to be read, and somebody to watch them. */
const broadcastMessages = ({ before, after }: Change): QueueJob[] => {
  if (after?.['entity'] !== 'broadcast' || before) return [];
  const { workspace_id, id: broadcast_id, lanes, is_audience_pending } = toStoredBroadcast(after);
  const work = { workspace_id, broadcast_id };
  const laneNumbers = Array.from({ length: lanes }, (_, lane) => lane);
  return [
    ...(is_audience_pending ? [buildPrepareJob(work)] : []),
    ...laneNumbers.map((lane) => buildLaneJob({ ...work, lane })),
    buildWatchdogJob(work),
  ];
};

const occasionsOf = (change: Change): Occasion[] => {
  const event = eventOf(change);
  if (event) return [{ event }];
  const requested = change.after && requestedDelivery(change.after);
  if (!requested) return [];
  return [{ event: requested.event, again: { webhookId: requested.webhook_id, turn: requested.turn + 1 } }];
};
