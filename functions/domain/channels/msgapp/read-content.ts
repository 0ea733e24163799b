import type { InboundMedia, InboundMessage } from '../../../model/inbound.ts';
import { at, type Fields, findFields, idOf, listOf, textOf } from '../untrusted-json.ts';

type Content = Pick<
  InboundMessage,
  'contentType' | 'text' | 'media' | 'interactiveReplyId' | 'replyToChannelMessageId'
>;

/** What a message says. One of a kind that we do not know, or whose content is missing, is kept as unsupported. */
export const readContent = (raw: Fields): Content => ({
  contentType: 'unsupported',
  text: null,
  media: [],
  interactiveReplyId: null,
  replyToChannelMessageId: idOf(at(raw, 'context', 'id')),
  ...readers.get(raw['type'])?.(raw),
});

type Reader = (raw: Fields) => Partial<Content> | undefined;

const readers = new Map<unknown, Reader>([
  ['text', (raw) => spoken(textOf(at(raw, 'text', 'body')))],
  ['image', (raw) => attached('image', raw)],
  ['video', (raw) => attached('video', raw)],
  ['audio', (raw) => attached('audio', raw)],
  ['document', (raw) => attached('document', raw)],
  ['sticker', (raw) => attached('sticker', raw)],
  ['location', (raw) => findFields(raw['location']) && { contentType: 'location', text: placeOf(raw) }],
  ['contacts', (raw) => ({ contentType: 'contacts', text: namesOf(listOf(raw['contacts'])) })],
  ['interactive', (raw) => readReply(raw)],
  ['button', (raw) => chosen(textOf(at(raw, 'button', 'text')), at(raw, 'button', 'payload'))],
  ['reaction', (raw) => readReaction(raw)],
  // The ordered items have no place in a message; what the customer wrote with them has.
  ['order', (raw) => ({ text: textOf(at(raw, 'order', 'text')) })],
]);

const spoken = (text: string | null): Partial<Content> | undefined =>
  text === null ? undefined : { contentType: 'text', text };

const attached = (
  contentType: 'image' | 'video' | 'audio' | 'document' | 'sticker',
  raw: Fields,
): Partial<Content> | undefined => {
  const file = findFields(raw[contentType]);
  if (!file) return undefined;
  const media: InboundMedia = {
    id: idOf(file['id']),
    url: textOf(file['url']),
    mimeType: textOf(file['mime_type']),
    filename: textOf(file['filename']),
  };
  return { contentType, text: textOf(file['caption']), media: media.id || media.url ? [media] : [] };
};

/** A chosen place by its name and address, any other by its coordinates, which are all that there is. */
const placeOf = (raw: Fields): string | null => {
  const place = [textOf(at(raw, 'location', 'name')), textOf(at(raw, 'location', 'address'))];
  const coordinates = [at(raw, 'location', 'latitude'), at(raw, 'location', 'longitude')];
  const said = place.filter((part) => part !== null);
  if (said.length > 0) return said.join(', ');
  return coordinates.every((part) => typeof part === 'number') ? coordinates.join(', ') : null;
};

const namesOf = (contacts: readonly unknown[]): string | null =>
  textOf(
    contacts
      .map((contact) => textOf(at(contact, 'name', 'formatted_name')))
      .filter((name) => name !== null)
      .join(', '),
  );

/** A tapped button or list row. What a filled-in form says is for the one who made the form. */
const readReply = (raw: Fields): Partial<Content> => {
  const reply = at(raw, 'interactive', 'button_reply') ?? at(raw, 'interactive', 'list_reply');
  return chosen(textOf(at(reply, 'title')), at(reply, 'id'));
};

const chosen = (text: string | null, replyId: unknown): Partial<Content> => ({
  contentType: 'interactive',
  text,
  interactiveReplyId: idOf(replyId),
});

/** A reaction that was taken back has no emoji. */
const readReaction = (raw: Fields): Partial<Content> => ({
  contentType: 'reaction',
  text: textOf(at(raw, 'reaction', 'emoji')),
  replyToChannelMessageId: idOf(at(raw, 'reaction', 'message_id')),
});
