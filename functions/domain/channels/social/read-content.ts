import type { InboundMedia, InboundMessage } from '../../../model/inbound.ts';
import type { ContentType } from '../../../model/message.ts';
import { at, type Fields, fieldsOf, idOf, listOf, textOf } from '../untrusted-json.ts';

type Content = Pick<
  InboundMessage,
  'contentType' | 'text' | 'media' | 'interactiveReplyId' | 'replyToChannelMessageId'
>;

/** More than anybody can attach to one message. */
const attachmentsMax = 20;

/** What a message says. With text and attachments it is what is attached, and the text its caption. */
export const readContent = (message: Fields): Content => {
  const attachments = listOf(message['attachments']).slice(0, attachmentsMax).map(fieldsOf);
  const [attachment] = attachments;
  const text = textOf(message['text']);
  return {
    contentType: attachment ? contentTypeOf(attachment) : text === null ? 'unsupported' : 'text',
    text: text ?? textOf(at(attachment, 'payload', 'title')),
    media: attachments.flatMap(mediaOf),
    interactiveReplyId: idOf(at(message, 'quick_reply', 'payload')),
    replyToChannelMessageId: idOf(at(message, 'reply_to', 'mid')),
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

/** Posts and stories may be pictures or films, which nothing tells. */
const contentTypeOf = (attachment: Fields): ContentType => contentTypes.get(attachment['type']) ?? 'unsupported';

const mediaOf = ({ payload }: Fields): InboundMedia[] => {
  const url = textOf(at(payload, 'url')) ?? textOf(at(payload, 'story_media_url'));
  return url === null ? [] : [{ id: null, url, mimeType: null, filename: null }];
};
