import type { InboxQuery } from '../../model/conversations/inbox.ts';
import type { MemberCaller } from '../../model/members/member.ts';
import type { Page } from '../../model/page.ts';
import {
  findPlacedConversations,
  type InboxPlace,
  type InboxRow,
  type PlacedConversation,
} from '../../table/conversations/inbox.ts';

/** The conversations that a page was told about, as they are now. The index may still have them elsewhere. */
export interface Changes {
  ids: ReadonlySet<string>;
  placed: readonly PlacedConversation[];
}

export const noChanges: Changes = { ids: new Set(), placed: [] };

export const findChanges = async (
  { workspaceId }: MemberCaller,
  { changed, tag, not_delivered, conversation_id: openId }: InboxQuery,
): Promise<Changes | undefined> => {
  if (changed === undefined || tag !== undefined || not_delivered !== undefined) return undefined;
  const ids = new Set([...changed, ...(openId === undefined ? [] : [openId])]);
  return { ids, placed: await findPlacedConversations(workspaceId, [...ids]) };
};

/** Puts each changed row where it belongs by now. */
export const withChanges = (
  { items, next }: Page<InboxRow>,
  changes: Changes | undefined,
  place: InboxPlace,
  isMatch: (row: InboxRow) => boolean = () => true,
): Page<InboxRow> => {
  if (!changes) return { items, next };
  const last = items.at(-1)?.position ?? '';
  const isOnPage = ({ position }: InboxRow): boolean => next === undefined || position <= last;
  const placed = changes.placed.filter((one) => one.place === place).map(({ row }) => row);
  const rows = [...items.filter(({ id }) => !changes.ids.has(id)), ...placed.filter(isMatch).filter(isOnPage)];
  return { items: rows.sort((one, other) => (one.position < other.position ? -1 : 1)), next };
};
