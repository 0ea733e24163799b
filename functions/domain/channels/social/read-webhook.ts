import type {
  InboundContent,
  InboundItem,
  InboundMedia,
  InboundMessage,
  InboundStatus,
} from '../../../model/inbound/inbound.ts';
import type { ContentType } from '../../../model/messages/message.ts';
import { readCallbackData } from '../msgapp/callback-data.ts';
import { type JsonObject, readArray, readId, readObject, readPath, readText, readTime } from '../untrusted-json.ts';

/** Never throws. Skips unknown events, and echoes of messages that the account sent elsewhere. */
export const readSocialWebhook = (payload: unknown): InboundItem[] =>
  readArray(readPath(payload, 'entry')).flatMap((entry) =>
    listEvents(readObject(entry)).flatMap((event) => readEvent(readPath(entry, 'id'), readObject(event))),
  );

/** `standby` holds threads that another app owns; test events arrive as `changes`. */
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
  // An echo of the account's own message has sender and recipient swapped.
  if (readPath(raw, 'message', 'is_echo') === true) return readEcho(userId, raw);
  if (userId === accountId || userId === readId(entryId)) return [];
  const event: SocialEvent = { channel: 'social', accountId, userId, at: readTime(raw['timestamp']) };
  return [
    ...readMessage(event, readObject(raw['message'])),
    ...readPostback(event, readObject(raw['postback'])),
    ...readReaction(event, readObject(raw['reaction'])),
    ...readEdit(event, readObject(raw['message_edit'])),
    ...readArray(readPath(raw, 'delivery', 'mids'))
      .slice(0, receiptsMax)
      .flatMap((mid) => toReceipt(event, 'delivered', mid)),
    ...toReceipt(event, 'read', readPath(raw, 'read', 'mid')),
  ];
};

const receiptsMax = 100;

type ReceiptOrigin = Pick<SocialEvent, 'accountId' | 'at'>;

const toReceipt = (
  { accountId, at }: ReceiptOrigin,
  status: InboundStatus['status'],
  mid: unknown,
  ourIds: Pick<InboundStatus, 'ourConversationId' | 'ourMessageId'> = { ourConversationId: null, ourMessageId: null },
): InboundItem[] => {
  const channelMessageId = readId(mid);
  if (channelMessageId === null) return [];
  return [{ kind: 'status', channel: 'social', accountId, channelMessageId, status, at, ...ourIds, error: null }];
};

/** The echo of a message of ours proves that it was sent, even if the response was lost. */
const readEcho = (accountId: string, raw: JsonObject): InboundItem[] => {
  const ourIds = readCallbackData(readPath(raw, 'message', 'metadata'));
  const origin = { accountId, at: readTime(raw['timestamp']) };
  return ourIds.ourMessageId === null ? [] : toReceipt(origin, 'sent', readPath(raw, 'message', 'mid'), ourIds);
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

const readPostback = (event: SocialEvent, postback: JsonObject): InboundItem[] => {
  const mid = readId(postback['mid']);
  if (mid === null) return [];
  const text = readText(postback['title']);
  return [toInboundMessage(event, mid, { contentType: 'text', text, interactiveReplyId: readId(postback['payload']) })];
};

/** Reactions have no id, so message, user and time form one. A removed reaction has no emoji. */
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

const readEdit = ({ channel, accountId, at }: SocialEvent, edit: JsonObject): InboundItem[] => {
  const mid = readId(edit['mid']);
  if (mid === null) return [];
  return [{ kind: 'edited', channel, accountId, channelMessageId: mid, at, text: readText(edit['text']) }];
};

const toInboundMessage = (
  event: SocialEvent,
  channelMessageId: string,
  content: Partial<InboundContent>,
): InboundMessage => ({
  kind: 'message',
  channel: event.channel,
  accountId: event.accountId,
  channelMessageId,
  from: { phone: null, channelUserId: event.userId, name: null },
  sentAt: event.at,
  contentType: 'unsupported',
  text: null,
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: null,
  ...content,
});

const attachmentsMax = 20;

const readContent = (message: JsonObject): InboundContent => {
  const attachments = readArray(message['attachments']).slice(0, attachmentsMax).map(readObject);
  const [attachment] = attachments;
  const text = readText(message['text']);
  return {
    contentType: attachment ? toContentType(attachment) : text === null ? 'unsupported' : 'text',
    text: text ?? readText(readPath(attachment, 'payload', 'title')),
    media: attachments.flatMap(toMedia),
    interactiveReplyId: readId(readPath(message, 'quick_reply', 'payload')),
    replyToChannelMessageId: readId(readPath(message, 'reply_to', 'mid')),
  };
};

const contentTypes = new Map<unknown, ContentType>([
  ['image', 'image'],
  ['video', 'video'],
  ['ig_reel', 'video'],
  ['reel', 'video'],
  ['audio', 'audio'],
  ['file', 'document'],
]);

const toContentType = (attachment: JsonObject): ContentType => contentTypes.get(attachment['type']) ?? 'unsupported';

const toMedia = ({ payload }: JsonObject): InboundMedia[] => {
  const url = readText(readPath(payload, 'url')) ?? readText(readPath(payload, 'story_media_url'));
  return url === null ? [] : [{ id: null, url, mimeType: null, filename: null }];
};
