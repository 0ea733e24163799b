import type { FailureGroup, RecipientReport } from '../../model/broadcasts/broadcast.ts';
import { toRemedy } from '../../model/messages/remedy.ts';
import { isTemporaryCode } from '../../model/messages/retry-advice.ts';
import type { Page } from '../../model/page.ts';
import { listRecipients } from './list-recipients.ts';

export const isTemporary = ({ status, reason_code }: Pick<RecipientReport, 'status' | 'reason_code'>): boolean =>
  status === 'failed' && isTemporaryCode(reason_code);

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
