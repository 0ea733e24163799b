import type { InboundItem } from '../../../model/inbound.ts';
import { at, type Fields, fieldsOf, idOf, listOf, textOf, timeOf } from '../untrusted-json.ts';
import { readContent } from './read-content.ts';

/**
 * Everything that one webhook of the channel reports, in its order. What we do not know, what the account itself did,
 * and receipts, of which this channel has only half, are left out; nothing makes it throw.
 */
export const readSocialWebhook = (payload: unknown): InboundItem[] =>
  listOf(at(payload, 'entry')).flatMap((entry) =>
    eventsOf(fieldsOf(entry)).flatMap((event) => readEvent(at(entry, 'id'), fieldsOf(event))),
  );

/** Events of threads that another app owns stand apart, and test events come as changes. */
const eventsOf = ({ messaging, standby, changes }: Fields): unknown[] => [
  ...listOf(messaging),
  ...listOf(standby),
  ...listOf(changes)
    .filter((change) => at(change, 'field') === 'messages')
    .map((change) => at(change, 'value')),
];

interface Event {
  channel: 'social';
  accountId: string;
  userId: string;
  at: string;
}

const readEvent = (entryId: unknown, raw: Fields): InboundItem[] => {
  const accountId = idOf(at(raw, 'recipient', 'id')) ?? idOf(entryId);
  const userId = idOf(at(raw, 'sender', 'id'));
  if (accountId === null || userId === null) return [];
  // What the account itself wrote comes back with sender and recipient swapped.
  if (at(raw, 'message', 'is_echo') === true || userId === accountId || userId === idOf(entryId)) return [];
  const event: Event = { channel: 'social', accountId, userId, at: timeOf(raw['timestamp']) };
  return [
    ...readMessage(event, fieldsOf(raw['message'])),
    ...readPostback(event, fieldsOf(raw['postback'])),
    ...readReaction(event, fieldsOf(raw['reaction'])),
    ...readEdit(event, fieldsOf(raw['message_edit'])),
  ];
};

const readMessage = (event: Event, message: Fields): InboundItem[] => {
  const mid = idOf(message['mid']);
  if (mid === null) return [];
  const { channel, accountId } = event;
  if (message['is_deleted'] === true) {
    return [{ kind: 'deleted', channel, accountId, channelMessageId: mid, at: event.at }];
  }
  return [messageOf(event, mid, readContent(message))];
};

/** A tap on a button of the profile or of a card: the customer says its title. */
const readPostback = (event: Event, postback: Fields): InboundItem[] => {
  const mid = idOf(postback['mid']);
  if (mid === null) return [];
  const text = textOf(postback['title']);
  return [messageOf(event, mid, { contentType: 'text', text, interactiveReplyId: idOf(postback['payload']) })];
};

/** A reaction has no id of its own: what it reacts to, who and when make one. Taken back, it has no emoji. */
const readReaction = (event: Event, reaction: Fields): InboundItem[] => {
  const mid = idOf(reaction['mid']);
  if (mid === null) return [];
  const text = reaction['action'] === 'unreact' ? null : (textOf(reaction['emoji']) ?? textOf(reaction['reaction']));
  const id = idOf(`${mid}#reaction#${event.userId}#${event.at}`);
  return id === null ? [] : [messageOf(event, id, { contentType: 'reaction', text, replyToChannelMessageId: mid })];
};

const readEdit = ({ channel, accountId, at: time }: Event, edit: Fields): InboundItem[] => {
  const mid = idOf(edit['mid']);
  if (mid === null) return [];
  return [{ kind: 'edited', channel, accountId, channelMessageId: mid, at: time, text: textOf(edit['text']) }];
};

const messageOf = (event: Event, channelMessageId: string, content: Partial<ReturnType<typeof readContent>>) => ({
  kind: 'message' as const,
  channel: event.channel,
  accountId: event.accountId,
  channelMessageId,
  from: { phone: null, channelUserId: event.userId, name: null },
  sentAt: event.at,
  contentType: 'unsupported' as const,
  text: null,
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: null,
  ...content,
});
