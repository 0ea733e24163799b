import type { InboundItem } from '../../../model/inbound.ts';
import { type JsonObject, readArray, readId, readObject, readPath, readText, readTime } from '../untrusted-json.ts';
import { readContent } from './read-content.ts';

/**
 * Everything that one webhook of the channel reports, in its order. What we do not know, what the account itself did,
 * and receipts, of which this channel has only half, are left out; nothing makes it throw.
 */
export const readSocialWebhook = (payload: unknown): InboundItem[] =>
  readArray(readPath(payload, 'entry')).flatMap((entry) =>
    listEvents(readObject(entry)).flatMap((event) => readEvent(readPath(entry, 'id'), readObject(event))),
  );

/** Events of threads that another app owns stand apart, and test events come as changes. */
const listEvents = ({ messaging, standby, changes }: JsonObject): unknown[] => [
  ...readArray(messaging),
  ...readArray(standby),
  ...readArray(changes)
    .filter((change) => readPath(change, 'field') === 'messages')
    .map((change) => readPath(change, 'value')),
];

interface SocialEvent {
  channel: 'social';
  accountId: string;
  userId: string;
  at: string;
}

const readEvent = (entryId: unknown, raw: JsonObject): InboundItem[] => {
  const accountId = readId(readPath(raw, 'recipient', 'id')) ?? readId(entryId);
  const userId = readId(readPath(raw, 'sender', 'id'));
  if (accountId === null || userId === null) return [];
  // What the account itself wrote comes back with sender and recipient swapped.
  if (readPath(raw, 'message', 'is_echo') === true || userId === accountId || userId === readId(entryId)) return [];
  const event: SocialEvent = { channel: 'social', accountId, userId, at: readTime(raw['timestamp']) };
  return [
    ...readMessage(event, readObject(raw['message'])),
    ...readPostback(event, readObject(raw['postback'])),
    ...readReaction(event, readObject(raw['reaction'])),
    ...readEdit(event, readObject(raw['message_edit'])),
  ];
};

const readMessage = (event: SocialEvent, message: JsonObject): InboundItem[] => {
  const mid = readId(message['mid']);
  if (mid === null) return [];
  const { channel, accountId } = event;
  if (message['is_deleted'] === true) {
    return [{ kind: 'deleted', channel, accountId, channelMessageId: mid, at: event.at }];
  }
  return [toInboundMessage(event, mid, readContent(message))];
};

/** A tap on a button of the profile or of a card: the customer says its title. */
const readPostback = (event: SocialEvent, postback: JsonObject): InboundItem[] => {
  const mid = readId(postback['mid']);
  if (mid === null) return [];
  const text = readText(postback['title']);
  return [toInboundMessage(event, mid, { contentType: 'text', text, interactiveReplyId: readId(postback['payload']) })];
};

/** A reaction has no id of its own: what it reacts to, who and when make one. Taken back, it has no emoji. */
const readReaction = (event: SocialEvent, reaction: JsonObject): InboundItem[] => {
  const mid = readId(reaction['mid']);
  if (mid === null) return [];
  const text =
    reaction['action'] === 'unreact' ? null : (readText(reaction['emoji']) ?? readText(reaction['reaction']));
  const id = readId(`${mid}#reaction#${event.userId}#${event.at}`);
  return id === null
    ? []
    : [toInboundMessage(event, id, { contentType: 'reaction', text, replyToChannelMessageId: mid })];
};

const readEdit = ({ channel, accountId, at: time }: SocialEvent, edit: JsonObject): InboundItem[] => {
  const mid = readId(edit['mid']);
  if (mid === null) return [];
  return [{ kind: 'edited', channel, accountId, channelMessageId: mid, at: time, text: readText(edit['text']) }];
};

const toInboundMessage = (
  event: SocialEvent,
  channelMessageId: string,
  content: Partial<ReturnType<typeof readContent>>,
) => ({
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
