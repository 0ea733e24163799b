import * as z from 'zod';
import type { Outcome } from '../lambda/function-messages.ts';

const reportSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullable();

/**
 * As in Lambda: no report or an empty one means success; an error, a malformed report or an unknown item fails the
 * whole batch.
 */
export const failedItems = (outcome: Outcome, itemIds: string[], reportsItemFailures: boolean): string[] => {
  if (!outcome.ok) return itemIds;
  if (!reportsItemFailures) return [];
  const report = reportSchema.safeParse(JSON.parse(outcome.payload));
  if (!report.success) return itemIds;
  const failed = (report.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => itemIds.includes(id)) ? failed : itemIds;
};
