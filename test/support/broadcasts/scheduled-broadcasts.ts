import { createBroadcast } from '../../../functions/domain/broadcasts/create-broadcast.ts';
import { toEffects } from '../../../functions/domain/changes.ts';
import type { NewBroadcast, RequestedAudience } from '../../../functions/model/broadcasts/broadcast.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findBroadcast, type StoredBroadcast } from '../../../functions/table/broadcasts/broadcasts.ts';
import { holdMessages } from '../messages/held-messages.ts';

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

export const getStoredBroadcast = async (workspaceId: string, id: string): Promise<StoredBroadcast> => {
  const broadcast = await findBroadcast(workspaceId, id);
  if (!broadcast) throw new Error(`The broadcast ${id} does not exist.`);
  return broadcast;
};

export const toNumbers = (phones: readonly string[]): RequestedAudience => ({
  kind: 'numbers',
  numbers: phones.map((to) => ({ to })),
});
