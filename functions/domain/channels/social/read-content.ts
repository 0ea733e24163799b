import type { InboundContent, InboundMedia } from '../../../model/inbound/inbound.ts';
import type { ContentType } from '../../../model/messages/message.ts';
import { type JsonObject, readArray, readId, readObject, readPath, readText } from '../untrusted-json.ts';

const attachmentsMax = 20;

export const readContent = (message: JsonObject): InboundContent => {
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
