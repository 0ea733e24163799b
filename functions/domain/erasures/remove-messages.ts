import type { StepResult } from '../../model/erasures/erasure.ts';
import { clock, dayMs } from '../../platform/clock.ts';
import { queryEntries, removeEntries } from '../../table/conversations/notes.ts';
import { queryContactEventIds, removeDeliveryRows } from '../../table/deliveries/deliveries.ts';
import type { RunningErasure } from '../../table/erasures/erasures.ts';
import { queryMessages, removeMessageItems, type StoredMessage } from '../../table/messages/messages.ts';
import { queryWebhookIds } from '../../table/webhooks/webhooks.ts';
import { listContactEventIds, listMessageEventIds } from '../deliveries/events.ts';
import { deleteMedia } from '../media/delete-media.ts';
import { readPages } from '../paging.ts';

/** With 50 webhooks and five events each, a page has 12,500 deliveries at most. */
const messagesPerStep = 50;

const notesPerPage = 100;

/** A check ends every send within 15 minutes. One whose check was lost must not hold up the erasure for ever. */
const sendingMsMax = dayMs;

/**
 * Removes one page of a conversation. The first pass removes only files and the payloads of deliveries, which can still
 * be read: an attempt under way records another one, and only the message leads to it. A message that is still being
 * sent stays until its outcome is known: its quota and its broadcast's counters depend on it.
 */
export const removeMessages = async (workspaceId: string, erasure: RunningErasure): Promise<StepResult> => {
  const { traces, progress } = erasure;
  const [index = 0, after] = readCursor(progress.cursor);
  const conversation = traces.conversations[index];
  if (!conversation) return { counts: {} };
  const { items, next } = await queryMessages(conversation.id, { limit: messagesPerStep, after }, 'strong');
  const position = next === undefined ? `${index + 1}` : `${index} ${next}`;
  const { deliveries, media } = await removeCopies(workspaceId, items);
  if (progress.pass === 1) return { counts: { deliveries }, next: position };
  // Nobody can add one to a conversation that is gone, so the last page of messages takes what is left.
  const notes = next === undefined ? await removeNotes(workspaceId, conversation.id) : 0;
  const settled = items.filter((message) => !isBeingSent(message));
  await removeMessageItems(settled);
  return {
    counts: { messages: settled.length, notes, deliveries, media },
    next: position,
    isWaiting: settled.length < items.length,
  };
};

/** Removes delivered payloads and files. It must run before the messages are removed, because only they lead to both. */
export const removeCopies = async (
  workspaceId: string,
  messages: readonly StoredMessage[],
): Promise<{ deliveries: number; media: number }> => ({
  deliveries: await removeDeliveries(workspaceId, messages.flatMap(listMessageEventIds)),
  media: await removeMedia(workspaceId, messages),
});

const removeNotes = async (workspaceId: string, conversationId: string): Promise<number> => {
  let count = 0;
  for await (const entries of readPages((page) => queryEntries(conversationId, page, 'strong'), notesPerPage)) {
    await removeEntries(workspaceId, conversationId, entries);
    count += entries.length;
  }
  return count;
};

const readCursor = (cursor: string | null): [number, string | undefined] => {
  const [index = '0', after] = (cursor ?? '0').split(' ');
  return [Number(index), after];
};

const isBeingSent = ({ status, created_at }: StoredMessage): boolean =>
  status === 'sending' && clock.now() - Date.parse(created_at) < sendingMsMax;

/** The files that customers sent, copied or not yet. */
const removeMedia = async (workspaceId: string, messages: readonly StoredMessage[]): Promise<number> => {
  const ids = messages.filter(hasFile).map(({ id }) => id);
  if (ids.length > 0) await deleteMedia(workspaceId, ids);
  return ids.length;
};

export const hasFile = ({ media = [] }: StoredMessage): boolean => media.length > 0;

/**
 * Removes the rows with the payloads of these events and the receivers' answers to them. A retry or redelivery that is
 * queued finds no row and makes no attempt.
 */
const removeDeliveries = async (workspaceId: string, eventIds: readonly string[]): Promise<number> => {
  if (eventIds.length === 0) return 0;
  return removeDeliveryRows(await queryWebhookIds(workspaceId), eventIds);
};

/** Removes the events of the contact and its conversations; those of the messages go with the messages. */
export const removeContactEvents = async (
  workspaceId: string,
  { id, traces: { contact_created_at: created_at, conversations } }: RunningErasure,
): Promise<StepResult> => {
  const webhookIds = await queryWebhookIds(workspaceId);
  const createdIds = listContactEventIds(workspaceId, { id, created_at }, conversations);
  let deliveries = await removeDeliveryRows(webhookIds, createdIds);
  for (const webhookId of webhookIds)
    for await (const eventIds of readUpdateIds(workspaceId, id, webhookId))
      deliveries += await removeDeliveryRows([webhookId], eventIds);
  return { counts: { deliveries } };
};

const eventsPerPage = 100;

/** The events about changes of the contact and its conversations. */
const readUpdateIds = (workspaceId: string, contactId: string, webhookId: string) =>
  readPages((page) => queryContactEventIds(workspaceId, contactId, webhookId, page), eventsPerPage);
