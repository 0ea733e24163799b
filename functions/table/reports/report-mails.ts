import { removeItems } from '../dynamodb/batch-write.ts';
import { queryRange } from '../dynamodb/query.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** A workspace whose weekly mail is due then, as long as somebody wants it. */
export interface ReportMail {
  dueAt: string;
  workspaceId: string;
}

const toKey = ({ dueAt, workspaceId }: ReportMail) => keys.reportMail(dueAt, workspaceId);

/** Unconditional, because every member who chooses the mail writes the same. */
export const newReportMailPart = (row: ReportMail): TransactionPart => ({ Put: { Item: toKey(row) } });

export const putReportMail = async (row: ReportMail): Promise<void> => {
  await transact([newReportMailPart(row)]);
};

/** For rows that are due only: a choice never writes one in the past. */
export const removeReportMail = (row: ReportMail): Promise<void> => removeItems([toKey(row)]);

/** Those that were due before this time, after this row. */
export const queryReportMails = async (
  before: string,
  rowsMax: number,
  after = ' ',
): Promise<{ due: ReportMail[]; next: string | undefined }> => {
  const { pk } = keys.reportMail('', '');
  const rows = await queryRange(pk, after, before, rowsMax, 'ascending');
  return {
    due: rows.filter((row) => row !== after).map(readRow),
    next: rows.length === rowsMax ? rows.at(-1) : undefined,
  };
};

const readRow = (row: string): ReportMail => {
  const [dueAt = '', workspaceId = ''] = row.split('#');
  return { dueAt, workspaceId };
};
