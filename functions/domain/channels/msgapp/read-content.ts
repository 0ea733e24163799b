import type { InboundContent, InboundMedia } from '../../../model/inbound/inbound.ts';
import { findObject, type JsonObject, readArray, readId, readObject, readPath, readText } from '../untrusted-json.ts';

export const readContent = (raw: JsonObject): InboundContent => ({
  contentType: 'unsupported',
  text: null,
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: readId(readPath(raw, 'context', 'id')),
  ...contentReaders.get(raw['type'])?.(raw),
});

type ContentReader = (raw: JsonObject) => Partial<InboundContent> | undefined;

const contentReaders = new Map<unknown, ContentReader>([
  ['text', (raw) => textContent(readText(readPath(raw, 'text', 'body')))],
  ['image', (raw) => readAttachment('image', raw)],
  ['video', (raw) => readAttachment('video', raw)],
  ['audio', (raw) => readAttachment('audio', raw)],
  ['document', (raw) => readAttachment('document', raw)],
  ['sticker', (raw) => readAttachment('sticker', raw)],
  ['location', (raw) => findObject(raw['location']) && { contentType: 'location', text: readLocationText(raw) }],
  ['contacts', (raw) => ({ contentType: 'contacts', text: readContacts(readArray(raw['contacts'])) })],
  ['interactive', (raw) => readReply(raw)],
  [
    'button',
    (raw) => interactiveContent(readText(readPath(raw, 'button', 'text')), readPath(raw, 'button', 'payload')),
  ],
  ['reaction', (raw) => readReaction(raw)],
  ['order', (raw) => ({ text: readOrder(raw) })],
]);

const textContent = (text: string | null): Partial<InboundContent> | undefined =>
  text === null ? undefined : { contentType: 'text', text };

const readAttachment = (
  contentType: 'image' | 'video' | 'audio' | 'document' | 'sticker',
  raw: JsonObject,
): Partial<InboundContent> | undefined => {
  const file = findObject(raw[contentType]);
  if (!file) return undefined;
  const media: InboundMedia = {
    id: readId(file['id']),
    url: readText(file['url']),
    mimeType: readText(file['mime_type']),
    filename: readText(file['filename']),
  };
  return { contentType, text: readText(file['caption']), media: media.id || media.url ? [media] : [] };
};

const readLocationText = (raw: JsonObject): string | null => {
  const nameAndAddress = [readText(readPath(raw, 'location', 'name')), readText(readPath(raw, 'location', 'address'))];
  const coordinates = [readPath(raw, 'location', 'latitude'), readPath(raw, 'location', 'longitude')];
  const presentParts = nameAndAddress.filter((part) => part !== null);
  if (presentParts.length > 0) return presentParts.join(', ');
  return coordinates.every((part) => typeof part === 'number') ? coordinates.join(', ') : null;
};

/** Each name with its numbers. */
const readContacts = (contacts: readonly unknown[]): string | null =>
  readText(
    contacts
      .map((contact) => {
        const phones = readArray(readPath(contact, 'phones')).map((phone) => readText(readPath(phone, 'phone')));
        return [readText(readPath(contact, 'name', 'formatted_name')), ...phones].filter(Boolean).join(' ');
      })
      .filter(Boolean)
      .join(', '),
  );

/** A message has no field for ordered items, so they are lines of its text, below the customer's own. */
const readOrder = (raw: JsonObject): string | null => {
  const items = readArray(readPath(raw, 'order', 'product_items')).map((item) => {
    const { quantity, item_price: price, currency } = readObject(item);
    const product = readText(readPath(item, 'product_retailer_id'));
    const cost = typeof price === 'number' && [readText(currency), price].filter(Boolean).join(' ');
    return product && `${readId(quantity) ?? 1} × ${product}${cost ? ` (${cost})` : ''}`;
  });
  const ordered = items.filter(Boolean);
  const lines = [readText(readPath(raw, 'order', 'text')), ordered.length > 0 && 'Order:', ...ordered];
  return readText(lines.filter(Boolean).join('\n'));
};

/** A tapped button or list row. The answers of a form (`nfm_reply`) are not read. */
const readReply = (raw: JsonObject): Partial<InboundContent> => {
  const reply = readPath(raw, 'interactive', 'button_reply') ?? readPath(raw, 'interactive', 'list_reply');
  return interactiveContent(readText(readPath(reply, 'title')), readPath(reply, 'id'));
};

const interactiveContent = (text: string | null, replyId: unknown): Partial<InboundContent> => ({
  contentType: 'interactive',
  text,
  interactiveReplyId: readId(replyId),
});

const readReaction = (raw: JsonObject): Partial<InboundContent> => ({
  contentType: 'reaction',
  text: readText(readPath(raw, 'reaction', 'emoji')),
  replyToChannelMessageId: readId(readPath(raw, 'reaction', 'message_id')),
});
