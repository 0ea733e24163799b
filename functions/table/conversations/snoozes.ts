import type { StoredConversation } from '../../model/conversations/conversation.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { queryRange } from '../dynamodb/query.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Leads from a time to a conversation that may come back then. */
export interface SnoozeRow {
  until: string;
  workspaceId: string;
  conversationId: string;
}

const toKey = ({ until, workspaceId, conversationId }: SnoozeRow) => keys.snooze(until, workspaceId, conversationId);

/**
 * Stored with the snooze. Unconditional, because a second snooze until the same time writes the same. A row stays if its
 * conversation comes back earlier: once it is due, a job finds that it leads to nothing.
 */
export const newSnoozePart = (row: SnoozeRow): TransactionPart => ({
  Put: { Item: { ...toKey(row), entity: 'snooze' } },
});

/** For rows that are due only: a snooze never ends in the past, so no new one can have such a row. */
export const removeSnoozeRows = (rows: readonly SnoozeRow[]): Promise<void> => removeItems(rows.map(toKey));

/** Conversations have 16 partitions of these rows, by the last digit of their ids, so no workspace slows down the others. */
export const snoozeShards = [...'0123456789abcdef'];

/** The rows that are due before this time, oldest first, after this row. */
export const queryDueSnoozes = async (
  shard: string,
  before: string,
  rowsMax: number,
  after = ' ',
): Promise<{ rows: SnoozeRow[]; next: string | undefined }> => {
  const { pk } = keys.snooze('', '', shard);
  const found = await queryRange(pk, after, before, rowsMax, 'ascending');
  const next = found.length === rowsMax ? found.at(-1) : undefined;
  return { rows: found.filter((sk) => sk !== after).map((sk) => readSnoozeRow({ sk })), next };
};

export const readSnoozeRow = ({ sk }: { sk: string }): SnoozeRow => {
  const [until = '', workspaceId = '', conversationId = ''] = sk.split('#');
  return { until, workspaceId, conversationId };
};

/** A write that moves a conversation in the inbox expects the snooze that it has read. */
export const snoozeCondition = ({ snooze }: Pick<StoredConversation, 'snooze'>) => ({
  condition: snooze ? 'snooze = :before_snooze' : 'attribute_not_exists(snooze)',
  values: snooze ? { ':before_snooze': snooze } : {},
});
