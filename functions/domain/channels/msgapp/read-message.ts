import type { InboundItem, InboundSender } from '../../../model/inbound/inbound.ts';
import { type JsonObject, readId, readObject, readPath, readText, readTime } from '../untrusted-json.ts';
import { readContent } from './read-content.ts';

/** Legacy types: a chat was opened, or disappearing messages were switched on. */
const ignoredTypes: readonly unknown[] = ['request_welcome', 'ephemeral'];

/** Skips messages without an id, which could not be deduplicated, and group messages, which have no conversation here. */
export const readMessage = (accountId: string, raw: JsonObject, contacts: readonly unknown[]): InboundItem[] => {
  const channelMessageId = readId(raw['id']);
  if (channelMessageId === null || raw['group_id'] !== undefined || ignoredTypes.includes(raw['type'])) return [];
  const origin = { channel: 'msgapp', accountId } as const;
  const at = readTime(raw['timestamp']);
  switch (raw['type']) {
    case 'revoke':
      return readChange(raw, (originalId) => ({ kind: 'deleted', ...origin, channelMessageId: originalId, at }));
    case 'edit': {
      const { text } = readContent(readObject(readPath(raw, 'edit', 'message')));
      return readChange(raw, (originalId) => ({ kind: 'edited', ...origin, channelMessageId: originalId, at, text }));
    }
    case 'system':
      return readNumberChange(raw).map((to) => ({
        kind: 'number_changed',
        ...origin,
        from: readSender(raw, contacts),
        to,
        at,
      }));
    default:
      return [
        {
          kind: 'message',
          ...origin,
          channelMessageId,
          from: readSender(raw, contacts),
          sentAt: at,
          ...readContent(raw),
        },
      ];
  }
};

const readChange = (raw: JsonObject, toItem: (originalId: string) => InboundItem): InboundItem[] => {
  const originalId = readId(readPath(raw, String(raw['type']), 'original_message_id'));
  return originalId === null ? [] : [toItem(originalId)];
};

const readNumberChange = (raw: JsonObject): { phone: string | null; channelUserId: string | null }[] => {
  const to = {
    phone: readE164Phone(readPath(raw, 'system', 'wa_id') ?? readPath(raw, 'system', 'new_wa_id')),
    channelUserId: readId(readPath(raw, 'system', 'user_id')),
  };
  return to.phone === null && to.channelUserId === null ? [] : [to];
};

/** The payload lists contacts apart from messages and in any order, so they are matched by id. */
const readSender = (raw: JsonObject, contacts: readonly unknown[]): InboundSender => {
  const waId = readId(raw['from']);
  const userId = readId(raw['from_user_id']);
  const contact = contacts.find(
    (candidate) =>
      (waId !== null && readId(readPath(candidate, 'wa_id')) === waId) ||
      (userId !== null && readId(readPath(candidate, 'user_id')) === userId),
  );
  return {
    phone: readE164Phone(raw['from']) ?? readE164Phone(readPath(contact, 'wa_id')),
    channelUserId: userId ?? readId(readPath(contact, 'user_id')),
    name: readText(readPath(contact, 'profile', 'name')) ?? readText(readPath(contact, 'profile', 'username')),
  };
};

const readE164Phone = (value: unknown): string | null => {
  const digits = /^\+?(\d{5,15})$/.exec(readId(value) ?? '')?.[1];
  return digits === undefined ? null : `+${digits}`;
};
