import * as z from 'zod';
import type { Outcome } from '../lambda/function-messages.ts';

const reportSchema = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string().min(1) })).nullish() })
  .nullable();

/**
 * Which items of a batch a function failed, as Lambda understands its result: no report or an empty one means success;
 * an error, a report of the wrong form or an item that was not in the batch means that all of them failed.
 */
export const failedItems = (outcome: Outcome, itemIds: string[], reportsItemFailures: boolean): string[] => {
  if (!outcome.ok) return itemIds;
  if (!reportsItemFailures) return [];
  const report = reportSchema.safeParse(JSON.parse(outcome.payload));
  if (!report.success) return itemIds;
  const failed = (report.data?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
  return failed.every((id) => itemIds.includes(id)) ? failed : itemIds;
};
