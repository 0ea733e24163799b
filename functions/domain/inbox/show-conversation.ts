import { type StoredConversation, toConversation } from '../../model/conversations/conversation.ts';
import type { InboxConversation } from '../../model/conversations/inbox.ts';
import type { Author, ListedMessage } from '../../model/conversations/timeline.ts';
import { presentIn, type StoredPresence } from '../../model/inbox/presence.ts';
import { contentTypes } from '../../model/messages/message.ts';
import { findMemberNames } from '../../table/members/members.ts';

export const showConversations = async (
  workspaceId: string,
  conversations: readonly StoredConversation[],
  presences: readonly StoredPresence[],
): Promise<InboxConversation[]> => {
  const authors = conversations.map(({ last_message_by }) => readMemberId(last_message_by)).filter((id) => id !== null);
  const names = await findMemberNames(workspaceId, authors);
  return conversations.map((conversation) => ({
    ...toConversation(conversation),
    is_opened: conversation.unseen === undefined,
    last_message: toListedMessage(conversation, names),
    presence: presentIn(presences, conversation.id),
  }));
};

const readMemberId = (by: string | undefined): string | null =>
  by?.startsWith('member ') ? by.slice('member '.length) : null;

/** The status of a message is not copied to its conversation: one that the list shows was accepted by the channel. */
const toListedMessage = (
  { last_message_id: id, last_message_text, last_message_by: by, last_message_kind: kind = '' }: StoredConversation,
  names: ReadonlyMap<string, string>,
): ListedMessage | null => {
  if (id === undefined) return null;
  const [type, ...rest] = kind.split(' ');
  const isDeleted = type === 'deleted';
  return {
    id,
    direction: by === undefined ? 'inbound' : 'outbound',
    content_type: contentTypes.find((known) => known === type) ?? 'text',
    content_text: last_message_text,
    status: by === undefined ? 'delivered' : 'sent',
    deleted_at: isDeleted ? rest.join(' ') : null,
    author: toAuthor(by, names),
    filename: isDeleted ? null : rest.join(' ') || null,
  };
};

const toAuthor = (by: string | undefined, names: ReadonlyMap<string, string>): Author => {
  const memberId = readMemberId(by);
  if (memberId !== null) return { kind: 'member', id: memberId, name: names.get(memberId) ?? null };
  const kind = (['key', 'broadcast', 'service'] as const).find((known) => known === by) ?? 'customer';
  return { kind, id: null, name: null };
};
