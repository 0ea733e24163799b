import { foldText } from '../../model/fold-text.ts';
import { type MessageError, quoteChannelError, toPublicErrorCode } from '../../model/messages/error.ts';
import {
  type FailedMessage,
  type ListedMessageFilters,
  listedMessageDays,
  type ShownFailedMessage,
  type ShownMessage,
} from '../../model/messages/listed-message.ts';
import { toMessage } from '../../model/messages/message.ts';
import { toRemedy } from '../../model/messages/remedy.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { clock, dayMs } from '../../platform/clock.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import {
  findListedMessages,
  type ListedMessage,
  type MessageList,
  queryMessageKeys,
} from '../../table/messages/listed-messages.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { fillPage, newestFirst } from '../paging.ts';

/** The newest come first. A page of a filtered list may be short, or empty, and still have a next one. */
export const listFailedMessages = async (
  workspaceId: string,
  filters: ListedMessageFilters,
  page: PageRequest,
  baseUrl: string,
): Promise<Page<FailedMessage>> => {
  const { items, next } = await listShownFailedMessages(workspaceId, filters, page, baseUrl);
  return { items: items.map(({ contact, sent_by_member_id, ...message }) => message), next };
};

/** Adds what each customer is known by, and the member who wrote. */
export const listShownFailedMessages = (
  workspaceId: string,
  filters: ListedMessageFilters,
  page: PageRequest,
  baseUrl: string,
): Promise<Page<ShownFailedMessage>> =>
  listListed(workspaceId, { list: 'failed', filters, page }, (listed) => ({
    ...toShown(listed, baseUrl),
    ...toFailureAdvice(listed.message),
  }));

/** Single sends, replies and what the service sent for them, but not the messages of broadcasts. */
export const listSentMessages = (
  workspaceId: string,
  filters: ListedMessageFilters,
  page: PageRequest,
  baseUrl: string,
): Promise<Page<ShownMessage>> =>
  listListed(workspaceId, { list: 'sent', filters, page }, (listed) => toShown(listed, baseUrl));

/** A message costs two reads, with its conversation, so a call looks at fewer of them than of other rows: at 500. */
const rowsPerMessage = 4;
const messagesPerStepMax = 101;

interface Listing {
  list: MessageList;
  filters: ListedMessageFilters;
  page: PageRequest;
}

const listListed = async <Shown extends ShownMessage>(
  workspaceId: string,
  { list, filters: { contact_id: contactId, channel, status, q }, page }: Listing,
  toRow: (listed: ListedMessage) => Shown,
): Promise<Page<Shown>> => {
  const contact = contactId === undefined ? undefined : await findContact(workspaceId, contactId);
  const conversationIds = contactId === undefined ? undefined : Object.values(contact?.conversation_ids ?? {});
  const first = firstIdAt(clock.now() - listedMessageDays * dayMs);
  const isMatch = (shown: Shown): boolean =>
    (channel === undefined || shown.channel === channel) &&
    (status === undefined || shown.status === status) &&
    (q === undefined || isFoundBy(q, shown));
  return fillPage(page, async (step) => {
    const limit = conversationIds ? step.limit : Math.min(step.limit, messagesPerStepMax);
    const { items: keys, next } = await queryMessageKeys(workspaceId, list, { ...step, limit });
    const kept = keys.filter(({ id }) => id >= first);
    const wanted = kept.filter(({ conversationId }) => conversationIds?.includes(conversationId) ?? true);
    const found = await findListedMessages(workspaceId, list, wanted);
    return {
      items: newestFirst(found.map(toRow).filter(isMatch)),
      next: kept.length < keys.length ? undefined : next,
      rowsRead: Math.max(limit, wanted.length * rowsPerMessage),
    };
  });
};

const isFoundBy = (q: string, { contact: { name, phone }, error }: ShownMessage): boolean => {
  const text = foldText(q.trim());
  return foldText(`${name ?? ''} ${phone ?? ''}`).includes(text) || error?.code === text;
};

const toShown = (
  {
    message,
    conversation: {
      contact: { id, name, phone, social_username },
    },
  }: ListedMessage,
  baseUrl: string,
): ShownMessage => ({
  ...toMessage(message.status === 'failed' ? { ...message, error: errorOf(message) } : message, baseUrl),
  channel: message.channel,
  contact_id: message.contact_id,
  broadcast_id: message.broadcast?.broadcast_id ?? null,
  contact: { id, name, phone, social_username },
  sent_by_member_id: message.sent_by_member_id ?? null,
});

const errorOf = ({ error }: StoredMessage): MessageError =>
  error ?? { code: null, message: 'The channel did not say why.', details: null };

export const toFailureAdvice = (message: StoredMessage): { reason: string; remedy: string } => ({
  reason: quoteChannelError(errorOf(message)),
  remedy:
    message.fallback_message_id === undefined
      ? toRemedy(toPublicErrorCode(errorOf(message)))
      : 'The fallback template was sent instead. There is nothing to do.',
});
