import { createBroadcast } from '../../../functions/domain/broadcasts/create-broadcast.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import type { NewBroadcast, RequestedAudience } from '../../../functions/model/broadcasts/broadcast.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { listedPagePart } from '../../../functions/table/broadcasts/audience.ts';
import { findBroadcast, type StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { heldQueue, holdMessages } from '../messages/held-messages.ts';
import { storeQuietBroadcast } from './quiet-broadcasts.ts';

const waitMs = 40 * 60_000;

/**
 * A broadcast in 40 minutes by the test's clock, with the jobs that the stream enqueues for it. The running service sees
 * it too, but its first job comes after 15 minutes, when the test is over.
 */
export const storeScheduled = async (
  workspaceId: string,
  audience: RequestedAudience,
  fields: Partial<NewBroadcast> = {},
): Promise<StoredBroadcast> => {
  const id = newId();
  const template = { name: 'hello_world', language: 'en_US' };
  const scheduledAt = isoTime(clock.now() + waitMs);
  await createBroadcast(workspaceId, id, { name: 'Later', template, audience, scheduledAt, ...fields });
  const broadcast = await getStoredBroadcast(workspaceId, id);
  await holdMessages(toEffects({ before: undefined, after: { ...broadcast, entity: 'broadcast' } }).jobs);
  return broadcast;
};

/** A broadcast whose time has come, to one recipient on each page of its list. The running service ignores it. */
export const storeDue = async (workspaceId: string, phones: readonly string[]): Promise<StoredBroadcast> => {
  const [listed_pages, scheduled_at] = [phones.length, isoTime(clock.now())];
  const broadcast = await storeQuietBroadcast(workspaceId, [], {
    audience: { is_finished: false, before: '0', listed_pages },
    broadcast: { scheduled_at, is_waiting: true, is_audience_pending: true, expected_recipients: listed_pages },
  });
  await transact(phones.map((phone, page) => listedPagePart(broadcast.id, { entries: [{ phone }] }, page)));
  heldQueue.messages.length = 0;
  await holdMessages([{ queue: 'checkBroadcast', body: { workspaceId, broadcastId: broadcast.id } }]);
  return broadcast;
};

export const getStoredBroadcast = async (workspaceId: string, id: string): Promise<StoredBroadcast> => {
  const broadcast = await findBroadcast(workspaceId, id);
  if (!broadcast) throw new Error(`The broadcast ${id} does not exist.`);
  return broadcast;
};

export const toNumbers = (phones: readonly string[]): RequestedAudience => ({
  kind: 'numbers',
  numbers: phones.map((to) => ({ to })),
});
