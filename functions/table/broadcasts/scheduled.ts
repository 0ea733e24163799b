import { removeItems } from '../dynamodb/batch-write.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A row that leads from the time to the broadcast, should its job be lost. */
export interface ScheduledRow {
  sk: string;
  workspace_id: string;
  broadcast_id: string;
}

interface MaybeScheduled {
  id: string;
  workspace_id: string;
  scheduled_at?: string;
}

/** It is stored with the broadcast, and a sweep removes it. */
export const scheduledParts = ({ id, workspace_id, scheduled_at }: MaybeScheduled): TransactionPart[] =>
  scheduled_at === undefined
    ? []
    : [
        {
          Put: {
            Item: { ...keys.scheduledBroadcast(scheduled_at, id), workspace_id, broadcast_id: id },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
      ];

/** The rows of broadcasts that were to begin before this time, oldest first. It reads one page, whatever is scheduled. */
export const queryDueRows = async (
  before: string,
  limit: number,
  after: string | undefined,
): Promise<{ rows: ScheduledRow[]; next: string | undefined }> => {
  const { pk } = keys.scheduledBroadcast('', '');
  const { items, next } = await queryPage(pk, { limit, after }, { order: 'ascending' });
  const rows = items.map(toRow).filter(({ sk }) => sk < before);
  return { rows, next: rows.length < items.length ? undefined : next };
};

export const removeScheduledRows = (rows: readonly ScheduledRow[]): Promise<void> =>
  removeItems(rows.map(({ sk }) => ({ ...keys.scheduledBroadcast('', ''), sk })));

const toRow = ({ pk, ...fields }: Item): ScheduledRow => fields as unknown as ScheduledRow;
