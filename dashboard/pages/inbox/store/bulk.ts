import { bulkMax } from '../../../../functions/model/conversations/inbox.ts';
import { call, type Input, type Output } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import { awaitTask, inParts } from '../../../api/tasks.ts';
import { toast, toastProblem } from '../../../context/toast.ts';
import { inboxTexts as texts } from '../../../texts/en/inbox.ts';
import { bulkWords, runBulk } from './bulk-run.ts';
import { afterChanges, type Before, type BulkChange, undoRequests } from './changes.ts';
import { type Inbox, readInboxNow } from './inbox.ts';
import type { InboxFilter } from './lists.ts';

type WhenDelivered = (id: string) => Promise<void>;

/**
 * Changes conversations and returns those that are not done. A few are changed at once, with an offer to undo it; more
 * are left to the service, which goes on when the page is left.
 */
export const changeMany = async (
  inbox: Inbox,
  ids: readonly string[],
  change: BulkChange,
  whenDelivered: WhenDelivered,
): Promise<string[]> => {
  const params = { workspace_id: inbox.workspaceId };
  await Promise.all(ids.map(whenDelivered));
  if (ids.length <= bulkMax) return changeFew(inbox, ids, change);
  try {
    for (const part of inParts(ids))
      await awaitTask(call('startConversationChanges', params, { ...change, ids: part }));
    return [];
  } catch (error) {
    toastProblem(texts.done.failed(toProblem(error).plainMessage));
    return [...ids];
  }
};

const changeFew = async (inbox: Inbox, ids: readonly string[], change: BulkChange): Promise<string[]> => {
  const params = { workspace_id: inbox.workspaceId };
  const seen = ids.flatMap((id) => inbox.find(id) ?? []);
  const before = new Map<string, Before>(seen.map((one) => [one.id, one]));
  const send = async () => {
    const seenAt = Object.fromEntries(seen.map(({ id, last_inbound_at }) => [id, last_inbound_at]));
    const isPutAside = change.changes?.status || change.changes?.snoozed_until;
    const body = { ids: [...ids], ...change, ...(isPutAside && { seen: seenAt }) };
    const { data } = await call('updateConversations', params, body, { idempotencyKey: crypto.randomUUID() });
    for (const result of data) if (result.before) before.set(result.id, result.before);
    return data;
  };
  const { idsOf, problem } = await runBulk(ids, send);
  const changedIds = idsOf('changed');
  if (change.changes?.assigned_agent_id === inbox.userId) inbox.conversationsTaken(changedIds);
  // Rows that leave the view show why.
  const gone = seen.filter(({ id }) => changedIds.includes(id));
  inbox.conversationsRead(gone.map((one) => afterChanges(one, change.changes ?? {}, new Date().toISOString())));
  const undo = async () => {
    for (const request of undoRequests(changedIds, before, change)) await call('updateConversations', params, request);
  };
  const undoAll = () =>
    void undo()
      .catch((error: unknown) => toastProblem(texts.done.failed(toProblem(error).plainMessage)))
      .then(readInboxNow);
  const isKnown = changedIds.every((id) => before.has(id));
  const canUndo = isKnown && changedIds.length > 0;
  const action = { label: texts.done.undo, onPress: undoAll };
  toast(bulkWords(change, idsOf, problem), { isProblem: problem !== undefined, ...(canUndo && { action }) });
  readInboxNow();
  return [...idsOf('failed'), ...idsOf('unknown')];
};

/** The ids of all conversations of a view, also of those that are not on the screen. */
export const readAllIds = async (inbox: Inbox, filter: InboxFilter): Promise<string[]> => {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const input: Input<'getInbox'> = { ...filter, ...(cursor && { cursor }) };
    const { data, meta }: Output<'getInbox'> = await call('getInbox', { workspace_id: inbox.workspaceId }, input);
    const rows = [...data.waiting, ...data.answered];
    inbox.conversationsRead(rows);
    ids.push(...rows.map(({ id }) => id));
    cursor = meta.next_cursor;
  }
  return ids;
};
