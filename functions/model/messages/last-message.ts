import { truncate } from '../characters.ts';
import type { ContentType, MessageFile, MessageStatus } from './message.ts';

/** The last message of a conversation in the list, without its text and time. */
export interface LastMessage {
  content_type: ContentType;
  filename?: string;
  /** The length of a voice message, known once its file is copied. */
  duration_seconds?: number;
  author: { kind: 'customer' | 'member' | 'key' | 'broadcast' | 'service'; id?: string };
  /** After `sent`, only `failed` is copied here: each receipt would otherwise cost a write. */
  status: MessageStatus;
  deleted_at?: string;
  /** The text of a failed message, which is no `last_message_text` if the channel never accepted it. */
  text?: string;
}

interface DescribedMessage {
  direction: 'inbound' | 'outbound';
  status: MessageStatus;
  content_type: ContentType;
  content_text: string | null;
  deleted_at?: string | null;
  media?: Pick<MessageFile, 'filename'>[];
  sent_by_member_id?: string;
  broadcast?: object;
  fallback_for_message_id?: string | undefined;
}

/** Enough to recognize a file or a text in a list. */
const filenameCharactersMax = 60;
const textCharactersMax = 200;

export const toLastMessage = (message: DescribedMessage): LastMessage => {
  const { content_type, content_text, media: [file] = [], deleted_at, status } = message;
  return {
    content_type,
    author: toAuthor(message),
    status,
    ...(file?.filename && { filename: truncate(file.filename, filenameCharactersMax) }),
    ...(deleted_at && { deleted_at }),
    ...(status === 'failed' && !deleted_at && { text: truncate(content_text ?? '', textCharactersMax) }),
  };
};

const toAuthor = (message: DescribedMessage): LastMessage['author'] => {
  const { direction, sent_by_member_id: id, broadcast, fallback_for_message_id } = message;
  if (direction === 'inbound') return { kind: 'customer' };
  if (id !== undefined) return { kind: 'member', id };
  if (broadcast) return { kind: 'broadcast' };
  return { kind: fallback_for_message_id === undefined ? 'key' : 'service' };
};
