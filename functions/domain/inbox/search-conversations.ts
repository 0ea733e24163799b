import type { InboxConversation } from '../../model/conversations/inbox.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { toNoteKey } from '../../table/conversations/notes.ts';
import { findConversationsByText } from '../conversations/find-conversations.ts';
import { showConversations } from './show-conversation.ts';

/** Members search notes, too. */
export const searchConversationsAs = async (
  { workspaceId }: MemberCaller,
  search: string,
  page: PageRequest,
): Promise<Page<InboxConversation>> => {
  if (search.trim() === '') return { items: [], next: undefined };
  const searcher = { workspaceId, toNoteKey, isWanted: () => true };
  const { items, next } = await findConversationsByText(searcher, search, page);
  const shown = await showConversations(
    workspaceId,
    items.map(({ conversation }) => conversation),
    [],
  );
  return { items: shown.map((conversation, index) => ({ ...conversation, match: items[index]?.match })), next };
};
