import { focusManager, type Query } from '@tanstack/react-query';
import type { OperationId } from '../../../functions/dashboard/operations.ts';
import type { Hint } from '../../../functions/model/hints/hint.ts';
import { queryClient } from '../query-client.ts';
import { paced } from './pace.ts';

/** The queries to read again. The inbox handles its own list and the entries of its conversations. */
const reads: Partial<Record<Hint['kind'], readonly OperationId[]>> = {
  conversation: ['countInbox', 'getInbox', 'getContactTimeline', 'listContactConversations'],
  entries: ['getContactTimeline'],
  contact: [
    'getContact',
    'getContactTimeline',
    'listContactBroadcasts',
    'listContactConversations',
    'listContactSegments',
    'listContacts',
  ],
  broadcast: ['getBroadcast', 'listBroadcastRecipients', 'listBroadcasts', 'listRunningBroadcasts'],
  delivery: [
    'countRecoverable',
    'getDelivery',
    'getWebhook',
    'getWebhookHealth',
    'listDeliveries',
    'listEvents',
    'listIntegrations',
    'listWebhooks',
  ],
  request: ['listRequests'],
  members: ['getSession', 'listInvitations', 'listMembers'],
  workspace: ['getSession', 'getUsage', 'getWorkspace', 'listChannels'],
};

/** Reads that a hint announces only in part: they also change without one. */
const partlyHinted: readonly OperationId[] = ['getUsage', 'listContactConversations', 'listEvents', 'listIntegrations'];

/** Reads about a contact that show its conversations, which a hint names. */
const byContent: readonly OperationId[] = ['getContactTimeline', 'listContactConversations'];

const allHinted = new Set(Object.values(reads).flat());

/** Under a stream of hints, a page reads no more often than those that poll. */
const spacingMsMax = 10_000;

/** The inbox keeps its list in a shape of its own. */
const isHinted = ([id, params]: readonly unknown[]): boolean =>
  allHinted.has(id as OperationId) && Object(params).part === undefined;

/** Every change of this data comes with a hint. */
export const isCovered = (queryKey: readonly unknown[]): boolean =>
  isHinted(queryKey) && !partlyHinted.includes(queryKey[0] as OperationId);

export const readHinted = (hints: readonly Hint[]): void => {
  const named = hints.filter(({ kind }) => kind !== 'all');
  if (named.length < hints.length) readAllHinted();
  else readEach(({ queryKey, state }) => named.some((hint) => concerns(hint, queryKey, state.data)));
};

/** A query that was read before may miss any change. The session is read with the page and whenever the tab comes back. */
export const readAllHinted = (): void => readEach(({ queryKey }) => queryKey[0] !== 'getSession');

const readEach = (isMeant: (query: Query) => boolean): void => {
  for (const query of queryClient.getQueryCache().getAll()) {
    if (!isHinted(query.queryKey) || isCostly(query) || isCounted(query) || !isMeant(query)) continue;
    // It is read when it shows again.
    if (query.isActive()) readSoon(query);
    else query.invalidate();
  }
};

/** See `isCostly` in queries.ts. */
const isCostly = ({ observers }: Query): boolean =>
  observers.some(({ options }) => options.refetchOnWindowFocus === false);

/** An open inbox brings the counts with its list. */
const isCounted = ({ queryKey }: Query): boolean =>
  queryKey[0] === 'countInbox' &&
  queryClient
    .getQueryCache()
    .findAll({ queryKey: ['getInbox'], type: 'active' })
    .some((query) => !isHinted(query.queryKey));

const concerns = (hint: Hint, [id, params]: readonly unknown[], data: unknown): boolean => {
  if (!reads[hint.kind]?.includes(id as OperationId)) return false;
  const shownId: unknown = Object(params).id;
  if (!('id' in hint) || shownId === undefined || shownId === hint.id) return true;
  return byContent.includes(id as OperationId) && (JSON.stringify(data)?.includes(hint.id) ?? false);
};

const pending = new WeakMap<Query, () => void>();

const readSoon = (query: Query): void => {
  const ask = pending.get(query) ?? paced(() => readAgain(query), spacingMsMax);
  pending.set(query, ask);
  ask();
};

const readAgain = async (query: Query): Promise<void> => {
  // TanStack Query reads stale data when the tab comes back.
  if (!focusManager.isFocused()) return query.invalidate();
  // A first read is not repeated, although it may have begun before the change.
  if (query.state.data === undefined) await query.promise?.catch(() => undefined);
  await queryClient.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' });
};
