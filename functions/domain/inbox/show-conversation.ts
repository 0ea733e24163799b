import { isBack, type StoredConversation, toConversation } from '../../model/conversations/conversation.ts';
import type { InboxConversation } from '../../model/conversations/inbox.ts';
import type { ListedMessage } from '../../model/conversations/timeline.ts';
import { presentIn, type StoredPresence } from '../../model/inbox/presence.ts';
import { findMemberNames } from '../../table/members/members.ts';
import { toVersion } from '../conversations/version.ts';
import { withoutDeletedTeams } from '../teams/team-of.ts';

export const showConversations = async (
  workspaceId: string,
  conversations: readonly StoredConversation[],
  presences: readonly StoredPresence[],
): Promise<InboxConversation[]> => {
  const authors = conversations.flatMap(({ last_message }) => last_message?.author.id ?? []);
  const [names, shown] = await Promise.all([
    findMemberNames(workspaceId, authors),
    withoutDeletedTeams(workspaceId, conversations),
  ]);
  return conversations.map((conversation, index) => ({
    ...toConversation(shown[index] ?? conversation),
    is_opened: conversation.unseen === undefined,
    is_back: isBack(conversation),
    last_message: toListedMessage(conversation, names),
    presence: presentIn(presences, conversation.id),
    noted: conversation.noted ?? null,
    version: toVersion(conversation),
  }));
};

const toListedMessage = (
  { last_message: last, last_message_text: text }: StoredConversation,
  names: ReadonlyMap<string, string>,
): ListedMessage | null =>
  last
    ? {
        direction: last.author.kind === 'customer' ? 'inbound' : 'outbound',
        content_type: last.content_type,
        content_text: last.text ?? text,
        status: last.status,
        deleted_at: last.deleted_at ?? null,
        author: { kind: last.author.kind, id: last.author.id ?? null, name: names.get(last.author.id ?? '') ?? null },
        filename: last.filename ?? null,
        duration_seconds: last.duration_seconds ?? null,
      }
    : null;
