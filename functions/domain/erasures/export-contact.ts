import { notFound } from '../../model/api-error.ts';
import type { ErasedTraces } from '../../model/erasures/erasure.ts';
import type { StoredMedia } from '../../model/media/media.ts';
import { queryBroadcasts } from '../../table/broadcasts/broadcasts.ts';
import { findListedEntries } from '../../table/broadcasts/erased-recipients.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { findConversations } from '../../table/conversations/conversations.ts';
import { findDeliveries } from '../../table/deliveries/deliveries.ts';
import { findExternalIdPointer, findPointers } from '../../table/erasures/pointers.ts';
import { findMedia } from '../../table/media/media.ts';
import { queryMessages, type StoredMessage } from '../../table/messages/messages.ts';
import { findSegmentsWith } from '../../table/segments/members.ts';
import { querySegments } from '../../table/segments/segments.ts';
import { queryWebhookIds } from '../../table/webhooks/webhooks.ts';
import { listContactEventIds, listMessageEventIds } from '../deliveries/events.ts';
import { readPages } from '../paging.ts';
import { findTraces } from './erase-contact.ts';
import { listAliases, listPhones } from './pointers.ts';
import { hasFile, readUpdateIds } from './remove-messages.ts';
import { findOwnRecipients } from './remove-recipients.ts';

export interface ExportedItem {
  kind: 'contact' | 'pointer' | 'conversation' | 'message' | 'file' | 'segment' | 'recipient' | 'delivery';
  item: unknown;
}

const rowsPerPage = 100;

/** Everything that the table holds about a person, in pages: what an erasure would remove. */
export const exportContact = async (
  workspaceId: string,
  contactId: string,
): Promise<AsyncIterable<readonly ExportedItem[]>> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  return readItems(workspaceId, contact);
};

type Contact = NonNullable<Awaited<ReturnType<typeof findContact>>>;

async function* readItems(workspaceId: string, contact: Contact): AsyncGenerator<ExportedItem[]> {
  const traces = await findTraces(workspaceId, contact);
  const conversations = await findConversations(
    workspaceId,
    traces.conversations.map(({ id }) => id),
  );
  const { aliases, former_phones, ...fields } = contact;
  yield toItems('contact', [{ ...fields, aliases: [...(aliases ?? [])], former_phones: [...(former_phones ?? [])] }]);
  yield toItems('pointer', await findPointers(workspaceId, contact.id, listAliases(traces)));
  if (contact.external_id !== undefined)
    yield toItems('pointer', await findExternalIdPointer(workspaceId, contact.external_id));
  yield* readMemberships(workspaceId, contact.id);
  const webhookIds = await queryWebhookIds(workspaceId);
  const contactEventIds = listContactEventIds(workspaceId, contact, conversations);
  yield toItems('delivery', await findDeliveries(webhookIds, contactEventIds));
  for (const webhookId of webhookIds)
    for await (const eventIds of readUpdateIds(workspaceId, contact.id, webhookId))
      yield toItems('delivery', await findDeliveries([webhookId], eventIds));
  for (const conversation of conversations) {
    yield toItems('conversation', [conversation]);
    for await (const messages of readPages((page) => queryMessages(conversation.id, page, 'strong'), rowsPerPage)) {
      yield toItems('message', messages);
      yield toItems('file', await findFiles(workspaceId, messages.filter(hasFile)));
      yield toItems('delivery', await findDeliveries(webhookIds, messages.flatMap(listMessageEventIds)));
    }
  }
  yield* readRecipients(workspaceId, traces);
}

const findFiles = async (workspaceId: string, messages: readonly StoredMessage[]): Promise<StoredMedia[]> => {
  const files = await Promise.all(messages.map(({ id }) => findMedia(workspaceId, id)));
  return files.flatMap((file) => file ?? []);
};

async function* readMemberships(workspaceId: string, contactId: string): AsyncGenerator<ExportedItem[]> {
  for await (const segments of readPages((page) => querySegments(workspaceId, page), rowsPerPage)) {
    const memberOf = await findSegmentsWith(
      segments.map(({ id }) => id),
      contactId,
    );
    yield toItems(
      'segment',
      segments.filter(({ id }) => memberOf.includes(id)).map(({ id, name }) => ({ id, name })),
    );
  }
}

async function* readRecipients(workspaceId: string, traces: ErasedTraces): AsyncGenerator<ExportedItem[]> {
  for await (const broadcasts of readPages((page) => queryBroadcasts(workspaceId, page), rowsPerPage)) {
    const rows = await findOwnRecipients(broadcasts, traces);
    yield toItems(
      'recipient',
      rows.map(({ broadcastId, state }) => ({ broadcast_id: broadcastId, ...state })),
    );
    for (const { id, scheduled_at } of broadcasts) {
      if (scheduled_at === undefined) continue;
      const entries = await findListedEntries(id, listPhones(traces));
      yield toItems(
        'recipient',
        entries.map((entry) => ({ broadcast_id: id, state: 'listed', ...entry })),
      );
    }
  }
}

const toItems = (kind: ExportedItem['kind'], items: readonly unknown[]): ExportedItem[] =>
  items.map((item) => ({ kind, item }));
