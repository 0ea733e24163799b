import { ApiError, notFound } from '../../model/api-error.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { ErasedTraces, ExportedItem } from '../../model/erasures/erasure.ts';
import type { StoredMedia } from '../../model/media/media.ts';
import type { Page } from '../../model/page.ts';
import { clock, dayMs, isoTime } from '../../platform/clock.ts';
import { queryBroadcasts } from '../../table/broadcasts/broadcasts.ts';
import { findListedEntries } from '../../table/broadcasts/erased-recipients.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { findConversations } from '../../table/conversations/conversations.ts';
import { queryEntries } from '../../table/conversations/notes.ts';
import { findDeliveries, queryContactEventIds } from '../../table/deliveries/deliveries.ts';
import { findExternalIdPointer, findPointers } from '../../table/erasures/pointers.ts';
import { findVisitItems } from '../../table/erasures/visits.ts';
import { findMedia } from '../../table/media/media.ts';
import { queryMessages, type StoredMessage } from '../../table/messages/messages.ts';
import { findSegmentsWith } from '../../table/segments/members.ts';
import { querySegments } from '../../table/segments/segments.ts';
import { queryWebhookIds } from '../../table/webhooks/webhooks.ts';
import { listContactEventIds, listMessageEventIds } from '../deliveries/events.ts';
import { findTraces } from './erase-contact.ts';
import { listAliases, listPhones, listVisitors } from './pointers.ts';
import { hasFile } from './remove-messages.ts';
import { findOwnRecipients } from './remove-recipients.ts';

const parts = ['contact', 'segments', 'updates', 'messages', 'notes', 'broadcasts'] as const;

/**
 * A page of everything that the table holds about a person: what an erasure would remove. Its position is when the
 * export began, the part, the place in a list that the part goes through, and the row there. The first page leaves the
 * audit entry, so a cursor that is kept must not serve another export.
 */
export const exportContactPage = async (
  workspaceId: string,
  contactId: string,
  position: string | undefined,
): Promise<Page<ExportedItem>> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  const [traces, webhookIds] = await Promise.all([findTraces(workspaceId, contact), queryWebhookIds(workspaceId)]);
  const [begunAt = isoTime(clock.now()), partText = '0', indexText = '0', after] = position?.split(' ') ?? [];
  if (clock.now() - Date.parse(begunAt) > dayMs)
    throw new ApiError('bad_request', 'This export began more than a day ago. Begin it again, without "cursor".');
  const part = Number(partText);
  const index = Number(indexText);
  const read = readers[parts[part] ?? 'broadcasts'];
  const { items, next, hasMore = false } = await read({ workspaceId, contact, traces, webhookIds, index, after });
  if (next !== undefined) return { items, next: `${begunAt} ${part} ${index} ${next}` };
  if (hasMore) return { items, next: `${begunAt} ${part} ${index + 1}` };
  return { items, next: part + 1 < parts.length ? `${begunAt} ${part + 1}` : undefined };
};

interface PartRequest {
  workspaceId: string;
  contact: StoredContact;
  traces: ErasedTraces;
  webhookIds: string[];
  index: number;
  after: string | undefined;
}

interface PartPage {
  items: ExportedItem[];
  next?: string | undefined;
  /** The list that the part goes through has another entry. */
  hasMore?: boolean;
}

const rowsPerPage = 50;

/** Each message has up to five events, and each webhook a delivery of each: a page must fit into a response. */
const deliveredMessagesPerPage = 60;

const readers: Record<(typeof parts)[number], (request: PartRequest) => Promise<PartPage>> = {
  contact: async ({ workspaceId, contact, traces, webhookIds }) => {
    const { aliases, former_phones, ...fields } = contact;
    const eventIds = listContactEventIds(workspaceId, contact, traces.conversations);
    return {
      items: [
        ...toItems('contact', [
          { ...fields, aliases: [...(aliases ?? [])], former_phones: [...(former_phones ?? [])] },
        ]),
        ...toItems('pointer', await findPointers(workspaceId, contact.id, listAliases(traces))),
        ...(contact.external_id === undefined
          ? []
          : toItems('pointer', await findExternalIdPointer(workspaceId, contact.external_id))),
        ...toItems('visit', await readVisits(workspaceId, traces)),
        ...toItems('delivery', await findDeliveries(webhookIds, eventIds)),
      ],
    };
  },
  segments: async ({ workspaceId, contact, after }) => {
    const { items: segments, next } = await querySegments(workspaceId, { limit: rowsPerPage, after });
    const segmentIds = segments.map(({ id }) => id);
    const memberOf = await findSegmentsWith(segmentIds, contact.id);
    const own = segments.filter(({ id }) => memberOf.includes(id)).map(({ id, name }) => ({ id, name }));
    return { items: toItems('segment', own), next };
  },
  updates: async ({ workspaceId, contact, webhookIds, index, after }) => {
    const webhookId = webhookIds[index];
    if (webhookId === undefined) return { items: [] };
    const page = { limit: rowsPerPage, after };
    const { items: eventIds, next } = await queryContactEventIds(workspaceId, contact.id, webhookId, page);
    const deliveries = await findDeliveries([webhookId], eventIds);
    return { items: toItems('delivery', deliveries), next, hasMore: index + 1 < webhookIds.length };
  },
  messages: async ({ workspaceId, traces, webhookIds, index, after }) => {
    const conversation = traces.conversations[index];
    if (!conversation) return { items: [] };
    const limit = Math.min(rowsPerPage, Math.ceil(deliveredMessagesPerPage / Math.max(1, webhookIds.length)));
    const { items: messages, next } = await queryMessages(conversation.id, { limit, after }, 'strong');
    const conversations = after === undefined ? await findConversations(workspaceId, [conversation.id]) : [];
    return {
      items: [
        ...toItems('conversation', conversations),
        ...toItems('message', messages),
        ...toItems('file', await findFiles(workspaceId, messages.filter(hasFile))),
        ...toItems('delivery', await findDeliveries(webhookIds, messages.flatMap(listMessageEventIds))),
      ],
      next,
      hasMore: index + 1 < traces.conversations.length,
    };
  },
  notes: async ({ traces, index, after }) => {
    const conversation = traces.conversations[index];
    if (!conversation) return { items: [] };
    const { items, next } = await queryEntries(conversation.id, { limit: rowsPerPage, after }, 'strong');
    return { items: toItems('note', items), next, hasMore: index + 1 < traces.conversations.length };
  },
  broadcasts: async ({ workspaceId, traces, after }) => {
    const { items: broadcasts, next } = await queryBroadcasts(workspaceId, { limit: rowsPerPage, after });
    const rows = await findOwnRecipients(broadcasts, traces);
    const items = toItems(
      'recipient',
      rows.map(({ broadcastId, state }) => ({ broadcast_id: broadcastId, ...state })),
    );
    for (const { id, scheduled_at } of broadcasts) {
      if (scheduled_at === undefined) continue;
      const entries = await findListedEntries(id, listPhones(traces));
      const listed = entries.map((entry) => ({ broadcast_id: id, state: 'listed', ...entry }));
      items.push(...toItems('recipient', listed));
    }
    return { items, next };
  },
};

/** The tokens of the devices stay out: they would let whoever reads the export look for them. */
const readVisits = async (workspaceId: string, traces: ErasedTraces) =>
  (await findVisitItems(workspaceId, listVisitors(traces))).map(({ tokens, ...visit }) => visit);

const findFiles = async (workspaceId: string, messages: readonly StoredMessage[]): Promise<StoredMedia[]> => {
  const files = await Promise.all(messages.map(({ id }) => findMedia(workspaceId, id)));
  return files.flatMap((file) => file ?? []);
};

const toItems = (kind: ExportedItem['kind'], items: readonly unknown[]): ExportedItem[] =>
  items.map((item) => ({ kind, item }));
