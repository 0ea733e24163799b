import type { FailureGroup, RecipientReport } from '../../model/broadcasts/broadcast.ts';
import { toRemedy } from '../../model/messages/remedy.ts';
import type { Page } from '../../model/page.ts';
import { codesByRetryAdvice } from '../channels/msgapp/refusal.ts';
import { listRecipients } from './list-recipients.ts';

const { in_seconds, in_minutes, in_hours } = codesByRetryAdvice;

/** With these codes nothing is wrong with the recipient, so the same message can succeed later. */
const temporaryCodes = new Set([
  ...[...in_seconds, ...in_minutes, ...in_hours].map(String),
  'channel_unreachable',
  'plan_limit_reached',
]);

export const isTemporary = ({ status, reason_code }: Pick<RecipientReport, 'status' | 'reason_code'>): boolean =>
  status === 'failed' && temporaryCodes.has(reason_code ?? '');

const failuresPerPage = 500;

/** The failures among the next recipients, by reason. The counts of several pages add up. */
export const listFailureGroups = async (
  workspaceId: string,
  broadcastId: string,
  after: string | undefined,
): Promise<Page<FailureGroup>> => {
  const { items, next } = await listRecipients(workspaceId, broadcastId, 'failed', { limit: failuresPerPage, after });
  const groups = Map.groupBy(items, ({ reason_code }) => reason_code ?? 'unspecified');
  return {
    items: [...groups]
      .map(([code, reports]) => ({
        code,
        reason: reports[0]?.reason ?? null,
        remedy: toRemedy(code),
        is_temporary: reports.some(isTemporary),
        count: reports.length,
      }))
      .sort((left, right) => right.count - left.count),
    next,
  };
};
