import { checkBroadcast } from '../../../functions/domain/broadcasts/check-broadcast.ts';
import { prepareBroadcast } from '../../../functions/domain/broadcasts/prepare-broadcast.ts';
import { sendLane } from '../../../functions/domain/broadcasts/send-lane.ts';
import { newOutboundMessage, resolveRecipient } from '../../../functions/domain/messages/outbound-message.ts';
import type { AudienceEntry, Chunk } from '../../../functions/model/broadcasts/audience.ts';
import { shardForChunk } from '../../../functions/model/broadcasts/counters.ts';
import { isClaim } from '../../../functions/model/broadcasts/recipient.ts';
import { checkJob, laneJob, prepareJob } from '../../../functions/model/jobs/broadcasts.ts';
import type { QueueJob } from '../../../functions/model/jobs/job.ts';
import type { MessageStatus } from '../../../functions/model/messages/message.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import {
  audiencePart,
  chunkPart,
  lanePart,
  type StoredAudience,
} from '../../../functions/table/broadcasts/audience.ts';
import {
  runningFields,
  type StoredBroadcast,
  transitionBroadcast,
} from '../../../functions/table/broadcasts/broadcasts.ts';
import {
  findClaimedMessages,
  findRecipients,
  putClaim,
  putFailures,
} from '../../../functions/table/broadcasts/recipients.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';
import { newPhone } from '../contacts.ts';
import { heldQueue, holdMessages, type TestClock } from '../messages/held-messages.ts';

/**
 * Broadcasts that the running service ignores. The test plays the queues itself and can deliver each job once, twice,
 * late, or to a worker that crashes.
 */

export const consumeMessage = ({ queue, body }: QueueJob): Promise<void> => {
  if (queue === 'sendBroadcast') return sendLane(laneJob.parse(body));
  if (queue === 'prepareBroadcast') return prepareBroadcast(prepareJob.parse(body));
  if (queue === 'checkBroadcast') return checkBroadcast(checkJob.parse(body));
  throw new Error(`No consumer reads the queue ${queue} in this test.`);
};

/** Takes the held jobs away and runs the first. */
export const consumeFirst = async (): Promise<void> => {
  const [message] = heldQueue.messages.splice(0);
  if (message) await consumeMessage(message);
};

/** The service's queues have the same values. */
const receivesMax = 5;
const visibilityMs = 180_000;

/** Delivers jobs in order of their due time until none is left. A job that fails five times becomes a dead letter. */
export const drain = async (
  { advanceTo }: TestClock,
  attempt: (message: QueueJob) => Promise<void> = consumeMessage,
): Promise<void> => {
  for (let steps = 0; steps < 500; steps += 1) {
    const [message] = heldQueue.messages.sort((left, right) => left.dueMs - right.dueMs);
    if (!message) return;
    heldQueue.messages.shift();
    advanceTo(message.dueMs);
    try {
      await attempt(message);
    } catch {
      const retried = { ...message, receives: message.receives + 1, dueMs: clock.now() + visibilityMs };
      (retried.receives >= receivesMax ? heldQueue.deadLetters : heldQueue.messages).push(retried);
    }
  }
  throw new Error('The queues are not empty after 500 jobs.');
};

export interface QuietBroadcastOptions {
  lanes?: number;
  entriesPerChunk?: number;
  audience?: Partial<StoredAudience>;
  broadcast?: Partial<StoredBroadcast>;
}

/** Stores a broadcast and holds the jobs of its lanes. */
export const storeQuietBroadcast = async (
  workspaceId: string,
  recipients: readonly (AudienceEntry | string)[],
  { lanes = 1, entriesPerChunk = 30, audience = {}, broadcast: fields = {} }: QuietBroadcastOptions = {},
): Promise<StoredBroadcast> => {
  const entries = recipients.map((each) => (typeof each === 'string' ? { phone: each } : each));
  const chunks = Array.from({ length: Math.ceil(entries.length / entriesPerChunk) }, (_, index): Chunk => {
    return { index, entries: entries.slice(index * entriesPerChunk, (index + 1) * entriesPerChunk) };
  });
  const broadcast = { ...newQuietBroadcast(workspaceId, { accepted: entries.length, lanes }), ...fields };
  const { id } = broadcast;
  const template = { name: 'hello_world', language: 'en_US' };
  const progress = { before: id, chunks: chunks.length, is_finished: true, lanes_left: lanes };
  await transact([
    quietBroadcastPart(broadcast),
    audiencePart(id, { template, ...progress, ...audience }),
    ...chunks.map((chunk) => chunkPart(id, chunk)),
    ...Array.from({ length: lanes }, (_, lane) => lanePart(id, lane)),
  ]);
  await holdMessages(Array.from({ length: lanes }, (_, lane) => buildLaneJob(broadcast, lane)));
  return broadcast;
};

/** A completed broadcast whose recipients failed with these codes. */
export const storeFailedBroadcast = async (
  workspaceId: string,
  failures: readonly (AudienceEntry & { code: string })[],
  audience: Partial<StoredAudience> = {},
  status: StoredBroadcast['status'] = 'failed',
): Promise<string> => {
  const entries = failures.map(({ code, ...entry }) => entry);
  const { id } = await storeQuietBroadcast(workspaceId, entries, { audience });
  const toFailure = ({ phone, code }: { phone: string; code: string }) => ({ phone, reason: { code, message: code } });
  if (failures.length > 0) await putFailures({ workspace_id: workspaceId, id }, 0, failures.map(toFailure));
  if (status === 'queued') return id;
  await transitionBroadcast(workspaceId, id, ['queued'], { status, completed_at: isoTime(clock.now()) });
  return id;
};

/** A broadcast whose one message the channel may have sent: the worker got no response. */
export const storeWithoutResponse = async (workspaceId: string) => {
  const phone = newPhone();
  const options = { audience: { lanes_left: 0 }, broadcast: { status: 'sending' as const } };
  const broadcast = await storeQuietBroadcast(workspaceId, [phone], options);
  const recipient = resolveRecipient(phone, {});
  const content = {
    content_type: 'template',
    content_text: 'Hi',
    media_url: null,
    template_name: 'hello_world',
  } as const;
  const identity = { workspaceId, id: newId(), senderType: 'bot' as const };
  const message = { ...newOutboundMessage(identity, recipient, content), broadcast: shardForChunk(broadcast.id, 0) };
  const call = { state: 'called' as const, calls: 1, called_at: isoTime(clock.now()), called_by: newId() };
  const claim = { phone, chunk: 0, message_id: message.id, conversation_id: message.conversation_id, ...call };
  await putClaim(broadcast.id, claim, message, recipient);
  return { broadcast, phone, message };
};

export const buildLaneJob = ({ workspace_id, id }: StoredBroadcast, lane: number): QueueJob => ({
  queue: 'sendBroadcast',
  body: { workspaceId: workspace_id, broadcastId: id, lane },
});

export const newQuietBroadcast = (
  workspaceId: string,
  fields: Pick<StoredBroadcast, 'accepted' | 'lanes'>,
): StoredBroadcast => ({
  id: newId(),
  workspace_id: workspaceId,
  name: 'News',
  template_name: 'hello_world',
  template_language: 'en_US',
  segment_id: null,
  status: 'queued',
  rejected: 0,
  created_at: isoTime(clock.now()),
  started_at: null,
  completed_at: null,
  is_audience_pending: false,
  ...fields,
});

/** Without the `entity` attribute the stream's filter skips the broadcast. */
export const quietBroadcastPart = (broadcast: StoredBroadcast) => ({
  Put: {
    Item: { ...keys.broadcast(broadcast.workspace_id, broadcast.id), ...broadcast, ...runningFields(broadcast) },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const toEntries = (phones: readonly string[]): AudienceEntry[] => phones.map((phone) => ({ phone }));

export const findMessages = async (broadcastId: string, phones: readonly string[]): Promise<StoredMessage[]> => {
  const messages = await findClaimedMessages((await findRecipients(broadcastId, phones)).filter(isClaim));
  return messages.filter((message) => message !== undefined);
};

/** The expected counters, counted from the recipients and their messages. */
export const recount = async (broadcastId: string, phones: readonly string[]) => {
  const rows = (await findRecipients(broadcastId, phones)).filter((row) => row !== undefined);
  const messages = await findMessages(broadcastId, phones);
  const count = (...statuses: MessageStatus[]): number =>
    messages.filter(({ status }) => statuses.includes(status)).length;
  return {
    pending_count: phones.length - rows.length + count('sending'),
    sent_count: count('sent', 'delivered', 'read'),
    delivered_count: count('delivered', 'read'),
    read_count: count('read'),
    failed_count: count('failed') + rows.filter((row) => row.state === 'failed').length,
  };
};
