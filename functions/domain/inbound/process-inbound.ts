import type { InboundItem, InboundNotice } from '../../model/inbound/inbound.ts';
import type { InboundJob } from '../../model/jobs.ts';
import { redactPhoneNumbers } from '../../platform/log/log.ts';
import { findAccountPointer } from '../../table/channels/accounts.ts';
import { noteReportedFailure, noteWebhook } from '../channels/health.ts';
import { addLogFields } from '../log.ts';
import { applyDeletion, applyEdit } from './edits-and-deletions.ts';
import { applyNotice } from './notices.ts';
import { dropInbound, postponeInbound } from './queue.ts';
import { applyReceipt } from './receipts.ts';
import { applyNumberChange } from './sender.ts';
import { storeMessage } from './store-message.ts';

/** Idempotent: items arrive at least once and in any order. */
export const processInbound = async (job: InboundJob): Promise<void> => {
  const { channel, accountId, kind } = job.item;
  addLogFields({ channel, kind, account_id: accountId });
  if (isNotice(job.item)) return (await applyNotice(job.item)) ? undefined : postponeInbound(job);
  const pointer = await findAccountPointer(channel, accountId);
  if (!pointer) return dropInbound('no workspace has connected this account');
  addLogFields({ workspace_id: pointer.workspaceId });
  if (!(await applyItem(pointer.workspaceId, job.item, job.receivedAt))) await postponeInbound(job);
  if (job.postponements === 0) await noteWebhook(channel, accountId, pointer);
};

const isNotice = (item: InboundItem): item is InboundNotice =>
  item.kind === 'template_notice' || item.kind === 'number_notice' || item.kind === 'account_notice';

const applyItem = async (
  workspaceId: string,
  item: Exclude<InboundItem, InboundNotice>,
  receivedAt: string | undefined,
): Promise<boolean> => {
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
