import { truncate } from '../characters.ts';
import type { ContentType, MessageFile } from './message.ts';

interface DescribedMessage {
  content_type: ContentType;
  media?: Pick<MessageFile, 'filename'>[];
}

interface SentMessage {
  sent_by_member_id?: string;
  broadcast?: object;
  fallback_for_message_id?: string | undefined;
}

/** Enough to recognize a file in a list. */
const filenameCharactersMax = 60;

/** The type of a message and the name of its file, in a form that costs a conversation few bytes: none for a text. */
export const toMessageKind = ({ content_type, media: [file] = [] }: DescribedMessage): string | undefined => {
  if (content_type === 'text') return undefined;
  return file?.filename ? `${content_type} ${truncate(file.filename, filenameCharactersMax)}` : content_type;
};

/** Who sent an outbound message. */
export const toMessageAuthor = ({ sent_by_member_id, broadcast, fallback_for_message_id }: SentMessage): string => {
  if (sent_by_member_id !== undefined) return `member ${sent_by_member_id}`;
  if (broadcast) return 'broadcast';
  return fallback_for_message_id === undefined ? 'key' : 'service';
};
