import type { Hint } from '../../model/hints/hint.ts';
import { toStoredConversation } from '../../table/conversations/conversations.ts';
import { type Change, readWorkspaceId } from '../../table/dynamodb/changes.ts';
import type { Item } from '../../table/dynamodb/item.ts';
import { toVersion } from '../conversations/version.ts';

export interface WorkspaceHint {
  workspaceId: string;
  hint: Hint;
}

/** What open pages should read again after a change. A note, a file or a new message changes its conversation, too. */
export const toHints = ({ before, after }: Change): WorkspaceHint[] => {
  const item = after ?? before ?? {};
  const id = String(item['id']);
  const inWorkspace = (hint: Hint): WorkspaceHint[] => [
    { workspaceId: String(item['workspace_id'] ?? readWorkspaceId(item)), hint },
  ];
  switch (item['entity']) {
    case 'conversation':
      return inWorkspace({ kind: 'conversation', id, version: after ? toVersion(toStoredConversation(after)) : '' });
    case 'message':
      return before ? messageHints(item) : [];
    case 'contact':
      return inWorkspace({ kind: 'contact', id });
    case 'broadcast':
      return inWorkspace({ kind: 'broadcast', id });
    case 'delivery':
      return inWorkspace({ kind: 'delivery', id: String(item['pk']).split('#')[1] ?? '' });
    case 'webhook':
      return inWorkspace({ kind: 'delivery', id });
    case 'request':
      return inWorkspace({ kind: 'request' });
    case 'member':
      // Pages poll who is away, so a change of that needs no hint.
      return before && after && before['role'] === after['role'] ? [] : inWorkspace({ kind: 'members' });
    case 'invitation':
      return inWorkspace({ kind: 'members' });
    default:
      return item['sk'] === 'WORKSPACE' ? inWorkspace({ kind: 'workspace' }) : [];
  }
};

const messageHints = ({ workspace_id, conversation_id, broadcast }: Item): WorkspaceHint[] => {
  const workspaceId = String(workspace_id);
  const { broadcast_id } = Object(broadcast);
  return [
    { workspaceId, hint: { kind: 'entries', id: String(conversation_id) } },
    ...(broadcast_id ? [{ workspaceId, hint: { kind: 'broadcast' as const, id: String(broadcast_id) } }] : []),
  ];
};
