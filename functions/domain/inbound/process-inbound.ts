import type { InboundItem, InboundWork } from '../../model/inbound.ts';
import { note } from '../../platform/invocation-trace.ts';
import { withoutNumbers } from '../../platform/log.ts';
import { findWorkspaceOfAccount } from '../channels/accounts.ts';
import { takeDeletion, takeEdit } from './edits-and-deletions.ts';
import { comeBackTo, dropItem } from './queue.ts';
import { takeReceipt } from './receipts.ts';
import { takeNumberChange } from './sender.ts';
import { takeMessage } from './store-message.ts';

/** Does what follows from one thing that a channel reported. It may come twice, and in any order with others. */
export const takeInbound = async (work: InboundWork): Promise<void> => {
  const { channel, accountId, kind } = work.item;
  note({ channel, kind, account_id: accountId });
  const workspaceId = await findWorkspaceOfAccount(channel, accountId);
  if (workspaceId === undefined) return dropItem('no workspace has connected this account');
  note({ workspace_id: workspaceId });
  if (!(await take(workspaceId, work.item))) await comeBackTo(work);
};

/** False when the item is about something that is not there yet. */
const take = async (workspaceId: string, item: InboundItem): Promise<boolean> => {
  switch (item.kind) {
    case 'message':
      return takeMessage(workspaceId, item);
    case 'status':
      return takeReceipt(workspaceId, item);
    case 'deleted':
      return takeDeletion(workspaceId, item);
    case 'edited':
      return takeEdit(workspaceId, item);
    case 'number_changed':
      return takeNumberChange(workspaceId, item);
    case 'account_error':
      note({ channel_code: item.error.code, channel_error: withoutNumbers(item.error.message) });
      return true;
  }
};
