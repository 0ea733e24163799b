import type { InboundJob } from '../../model/inbound.ts';
import { redactPhoneNumbers } from '../../platform/log.ts';
import { findAccountPointer } from '../../table/channels/accounts.ts';
import { noteReportedFailure, noteWebhook } from '../channels/health.ts';
import { addLogFields } from '../log.ts';
import { applyDeletion, applyEdit } from './edits-and-deletions.ts';
import { dropInbound, postponeInbound } from './queue.ts';
import { applyReceipt } from './receipts.ts';
import { applyNumberChange } from './sender.ts';
import { storeMessage } from './store-message.ts';

/** Idempotent: items arrive at least once and in any order. */
export const processInbound = async (job: InboundJob): Promise<void> => {
  const { channel, accountId, kind } = job.item;
  addLogFields({ channel, kind, account_id: accountId });
  const pointer = await findAccountPointer(channel, accountId);
  if (!pointer) return dropInbound('no workspace has connected this account');
  addLogFields({ workspace_id: pointer.workspaceId });
  if (!(await applyItem(pointer.workspaceId, job))) await postponeInbound(job);
  if (job.postponements === 0) await noteWebhook(channel, accountId, pointer);
};

const applyItem = async (workspaceId: string, { item, receivedAt }: InboundJob): Promise<boolean> => {
  switch (item.kind) {
    case 'message':
      return storeMessage(workspaceId, item, receivedAt);
    case 'status':
      if (item.status === 'failed') await noteReportedFailure(workspaceId, item);
      return applyReceipt(workspaceId, item);
    case 'deleted':
      return applyDeletion(workspaceId, item);
    case 'edited':
      return applyEdit(workspaceId, item);
    case 'number_changed':
      return applyNumberChange(workspaceId, item);
    case 'account_error':
      addLogFields({ channel_code: item.error.code, channel_error: redactPhoneNumbers(item.error.message) });
      return true;
  }
};
