import { duplicateKey, isClaim, type RecipientState } from '../../model/broadcasts/recipient.ts';
import { type ErasedTraces, isFromBeforeErasure, type StepResult } from '../../model/erasures/erasure.ts';
import { firstIdAt, idTimeMs } from '../../platform/ids.ts';
import { findBroadcastsById, queryBroadcasts, type StoredBroadcast } from '../../table/broadcasts/broadcasts.ts';
import {
  eraseListedEntries,
  eraseRecipient,
  findRecipientRows,
  queryDuplicates,
} from '../../table/broadcasts/erased-recipients.ts';
import type { RunningErasure } from '../../table/erasures/erasures.ts';
import { removeUnreadFiles } from '../broadcasts/audience-file.ts';
import { listPhones } from './pointers.ts';

const broadcastsPerStep = 50;

/** From this pass on, only the broadcasts that were still running are read again. */
const lastFullPass = 2;

/** A broadcast whose request was under way during the erasure has a later id than it by less than this. */
const createdMsMax = 60_000;

/**
 * Looks the contact's numbers up in each broadcast from before the erasure. One that is running is left alone until it
 * is completed: its lanes skip the contact, and count it as failed. One that waits for its time loses them at once.
 */
export const removeRecipients = async (workspaceId: string, erasure: RunningErasure): Promise<StepResult> => {
  if (erasure.progress.cursor === null) await removeUnreadFiles(workspaceId);
  const { items, next } = await readBroadcasts(workspaceId, erasure);
  const { true: completed = [], false: running = [] } = Object.groupBy(items, ({ completed_at }) =>
    completed_at === null ? 'false' : 'true',
  );
  let recipients = await removeListed(items, erasure);
  const begun = await findBegun(workspaceId, running);
  for (const recipient of await findOwnRecipients(completed, erasure.traces)) {
    await eraseRecipient(recipient.broadcastId, recipient.key, recipient.state);
    recipients += 1;
  }
  const known = erasure.progress.cursor === null ? [] : erasure.progress.running_broadcasts;
  return {
    counts: { recipients },
    next,
    isWaiting: begun.length > 0,
    runningBroadcasts: [...known, ...begun.map(({ id }) => id)],
  };
};

const removeListed = async (
  broadcasts: readonly StoredBroadcast[],
  { requested_at, traces }: RunningErasure,
): Promise<number> => {
  const scheduled = broadcasts.filter(
    ({ id, scheduled_at }) => scheduled_at !== undefined && isFromBeforeErasure(idTimeMs(id), requested_at),
  );
  let count = 0;
  for (const { id } of scheduled) count += await eraseListedEntries(id, listPhones(traces));
  return count;
};

/** The broadcasts that may have read the contact. One that still waits reads the changed list, once its file was read. */
const findBegun = async (workspaceId: string, running: readonly StoredBroadcast[]): Promise<StoredBroadcast[]> => {
  const waiting = running
    .filter(({ is_waiting, is_file_pending }) => is_waiting && !is_file_pending)
    .map(({ id }) => id);
  if (waiting.length === 0) return [...running];
  const current = await findBroadcastsById(workspaceId, waiting);
  const stillWaiting = new Set(current.filter(({ is_waiting }) => is_waiting).map(({ id }) => id));
  return running.filter(({ id }) => !stillWaiting.has(id));
};

const readBroadcasts = async (workspaceId: string, { requested_at, progress }: RunningErasure) => {
  if (progress.pass > lastFullPass)
    return { items: await findBroadcastsById(workspaceId, progress.running_broadcasts), next: undefined };
  const newest = firstIdAt(Date.parse(requested_at) + createdMsMax);
  return queryBroadcasts(workspaceId, { limit: broadcastsPerStep, after: progress.cursor ?? newest });
};

interface OwnRecipient {
  broadcastId: string;
  key: string;
  state: RecipientState;
}

export const findOwnRecipients = async (
  broadcasts: readonly StoredBroadcast[],
  traces: ErasedTraces,
): Promise<OwnRecipient[]> => {
  const { former_phones, conversations } = traces;
  const ownPhones = listPhones(traces);
  const rows = await findRecipientRows(
    broadcasts.map(({ id }) => id),
    [...new Set([...ownPhones, ...former_phones])],
  );
  // A number may have had another contact before: a claim belongs to the contact of its conversation.
  const isOwn = ({ state }: OwnRecipient): boolean =>
    isClaim(state)
      ? conversations.some(({ id }) => id === state.conversation_id)
      : ownPhones.includes(state.phone.split('#')[0] ?? '');
  const own = rows.filter(isOwn);
  const duplicates = await Promise.all(
    own.map(({ broadcastId, key }) => queryDuplicates(broadcastId, duplicatePrefix(key))),
  );
  return [...own, ...duplicates.flat()];
};

const duplicatePrefix = (phone: string): string => duplicateKey(phone, 0).slice(0, -1);
