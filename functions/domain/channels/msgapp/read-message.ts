import type { InboundItem, InboundSender } from '../../../model/inbound.ts';
import { at, type Fields, fieldsOf, idOf, textOf, timeOf } from '../untrusted-json.ts';
import { readContent } from './read-content.ts';

/** Old kinds of message that say only that a chat was opened, or that its messages vanish. */
const ignoredTypes: readonly unknown[] = ['request_welcome', 'ephemeral'];

/**
 * What one entry of the messages reports: a message in most cases. One without id could not be told from its
 * repetition, and one to a group belongs to no conversation of ours; both are left out.
 */
export const readMessage = (accountId: string, raw: Fields, contacts: readonly unknown[]): InboundItem[] => {
  const channelMessageId = idOf(raw['id']);
  if (channelMessageId === null || raw['group_id'] !== undefined || ignoredTypes.includes(raw['type'])) return [];
  const origin = { channel: 'msgapp', accountId } as const;
  const time = timeOf(raw['timestamp']);
  switch (raw['type']) {
    case 'revoke':
      return changeOf(raw, (original) => ({ kind: 'deleted', ...origin, channelMessageId: original, at: time }));
    case 'edit': {
      const { text } = readContent(fieldsOf(at(raw, 'edit', 'message')));
      return changeOf(raw, (original) => ({ kind: 'edited', ...origin, channelMessageId: original, at: time, text }));
    }
    case 'system':
      return readNumberChange(raw).map((to) => ({
        kind: 'number_changed',
        ...origin,
        from: senderOf(raw, contacts),
        to,
        at: time,
      }));
    default:
      return [
        {
          kind: 'message',
          ...origin,
          channelMessageId,
          from: senderOf(raw, contacts),
          sentAt: time,
          ...readContent(raw),
        },
      ];
  }
};

const changeOf = (raw: Fields, itemOf: (original: string) => InboundItem): InboundItem[] => {
  const original = idOf(at(raw, String(raw['type']), 'original_message_id'));
  return original === null ? [] : [itemOf(original)];
};

/** The other system messages, such as a new security code, tell nothing that we keep. */
const readNumberChange = (raw: Fields): { phone: string | null; channelUserId: string | null }[] => {
  const to = {
    phone: phoneOf(at(raw, 'system', 'wa_id') ?? at(raw, 'system', 'new_wa_id')),
    channelUserId: idOf(at(raw, 'system', 'user_id')),
  };
  return to.phone === null && to.channelUserId === null ? [] : [to];
};

/** The contacts stand beside the messages in no order: a contact is the sender's when it has the sender's id. */
const senderOf = (raw: Fields, contacts: readonly unknown[]): InboundSender => {
  const waId = idOf(raw['from']);
  const userId = idOf(raw['from_user_id']);
  const contact = contacts.find(
    (candidate) =>
      (waId !== null && idOf(at(candidate, 'wa_id')) === waId) ||
      (userId !== null && idOf(at(candidate, 'user_id')) === userId),
  );
  return {
    phone: phoneOf(raw['from']) ?? phoneOf(at(contact, 'wa_id')),
    channelUserId: userId ?? idOf(at(contact, 'user_id')),
    name: textOf(at(contact, 'profile', 'name')) ?? textOf(at(contact, 'profile', 'username')),
  };
};

/** The channel writes numbers in digits alone. */
const phoneOf = (value: unknown): string | null => {
  const digits = /^\+?(\d{5,15})$/.exec(idOf(value) ?? '')?.[1];
  return digits === undefined ? null : `+${digits}`;
};
