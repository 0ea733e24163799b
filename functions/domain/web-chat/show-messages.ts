import type { StoredConversation } from '../../model/conversations/conversation.ts';
import type { StoredMedia } from '../../model/media/media.ts';
import type { ContentType } from '../../model/messages/message.ts';
import type { ShownMessage } from '../../model/web-chat/conversation.ts';
import { toPerson } from '../../model/web-chat/person.ts';
import type { StoredVisitor } from '../../model/web-chat/visitor.ts';
import { clock } from '../../platform/clock.ts';
import { signShownUrl } from '../../platform/signed-url.ts';
import { findMediaOf } from '../../table/media/media.ts';
import { findMemberNames } from '../../table/members/members.ts';
import type { StoredMessage } from '../../table/messages/messages.ts';
import { toObjectKey } from '../media/object-key.ts';

/** Oldest first. Messages of the team that were not sent stay out. */
export const showMessages = async (
  workspaceId: string,
  conversation: Pick<StoredConversation, 'unseen'>,
  messages: readonly StoredMessage[],
  visitor: StoredVisitor | undefined,
): Promise<ShownMessage[]> => {
  const shown = messages.filter(isShown);
  const [names, media] = await Promise.all([
    findMemberNames(
      workspaceId,
      shown.flatMap(({ sent_by_member_id: id }) => id ?? []),
    ),
    findMediaOf(
      workspaceId,
      shown.filter(({ media: files = [] }) => files.length > 0).map(({ id }) => id),
    ),
  ]);
  const context = {
    names,
    media: new Map(media.map((file) => [file.message_id, file])),
    byId: new Map(shown.map((message) => [message.id, message])),
    readThrough: findReadThrough(conversation, shown) ?? '',
    prefix: `${visitor?.visitor_id}:`,
  };
  return Promise.all(shown.map((message) => showMessage(message, context)));
};

const isShown = ({ direction, status }: StoredMessage): boolean =>
  direction === 'inbound' || (status !== 'sending' && status !== 'failed');

interface Context {
  names: ReadonlyMap<string, string>;
  media: ReadonlyMap<string, StoredMedia>;
  byId: ReadonlyMap<string, StoredMessage>;
  readThrough: string;
  prefix: string;
}

const showMessage = async (message: StoredMessage, context: Context): Promise<ShownMessage> => {
  const { id, direction, channel_message_id: channelId, deleted_at, sent_at, created_at } = message;
  const isOwn = direction === 'inbound';
  const isDeleted = deleted_at !== null;
  const memberName = context.names.get(message.sent_by_member_id ?? '');
  return {
    id,
    client_id: isOwn && channelId?.startsWith(context.prefix) ? channelId.slice(context.prefix.length) : null,
    from: toSide(message),
    author: memberName === undefined ? null : toPerson(memberName),
    text: isDeleted ? null : message.content_text,
    file: isDeleted ? null : await showFile(message, context.media.get(id)),
    reply_to: toQuote(context.byId.get(message.reply_to_message_id ?? '')),
    link: isDeleted ? null : toLink(message),
    status: isOwn ? toOwnStatus(id, context.readThrough) : toTeamStatus(message),
    is_deleted: isDeleted,
    sent_at: sent_at ?? created_at,
  };
};

const toLink = ({ link }: StoredMessage): ShownMessage['link'] =>
  link ? { ...link, host: URL.parse(link.url)?.host ?? '' } : null;

const toSide = ({ direction }: StoredMessage): ShownMessage['from'] => (direction === 'inbound' ? 'visitor' : 'team');

const toOwnStatus = (id: string, readThrough: string): ShownMessage['status'] =>
  id <= readThrough ? 'read' : 'delivered';

const toTeamStatus = ({ status }: StoredMessage): ShownMessage['status'] =>
  status === 'read' || status === 'delivered' ? status : 'sent';

const quoteCharactersMax = 200;

const toQuote = (message: StoredMessage | undefined): ShownMessage['reply_to'] =>
  message
    ? {
        id: message.id,
        from: toSide(message),
        text: message.deleted_at === null ? (message.content_text?.slice(0, quoteCharactersMax) ?? null) : null,
      }
    : null;

const kinds: Partial<Record<ContentType, 'image' | 'video' | 'audio'>> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
};

/** A link that expired is signed anew by the next read. */
const showFile = async (
  { workspace_id, content_type, media: [source] = [] }: StoredMessage,
  stored: StoredMedia | undefined,
): Promise<ShownMessage['file']> => {
  if (!source) return null;
  const kind = kinds[content_type] ?? 'document';
  const isThere = stored?.status === 'copied' && (stored.expires ?? Number.POSITIVE_INFINITY) * 1_000 > clock.now();
  if (!isThere)
    return { name: source.filename ?? 'file', content_type: source.mimeType ?? '', size: null, kind, url: null };
  const { filename, content_type: type, size_bytes: size, message_id } = stored;
  const url = await signShownUrl(toObjectKey(workspace_id, message_id));
  return { name: filename ?? 'file', content_type: type, size, kind, url };
};

/** A member has seen all, or all before the last answer. */
export const findReadThrough = (
  { unseen }: Pick<StoredConversation, 'unseen'>,
  messages: readonly StoredMessage[],
): string | null => {
  const isOwn = ({ direction }: StoredMessage): boolean => direction === 'inbound';
  if (unseen === undefined) return messages.findLast(isOwn)?.id ?? null;
  const answer = messages.findLastIndex((message) => !isOwn(message) && message.sent_by_member_id !== undefined);
  return messages.slice(0, Math.max(0, answer)).findLast(isOwn)?.id ?? null;
};

export const countUnread = (messages: readonly StoredMessage[]): number =>
  messages.filter((message) => message.direction === 'outbound' && isShown(message) && message.read_at === undefined)
    .length;
