import type { RecipientReport } from '../../functions/model/broadcasts/broadcast.ts';
import { toCsv } from '../../functions/model/csv.ts';
import { formatLine } from '../terminal/layout.ts';

type Pages = AsyncIterable<readonly RecipientReport[]>;

const columns = [
  'phone',
  'status',
  'reason_code',
  'message_id',
  'conversation_id',
  'contact_id',
  'reason',
] as const satisfies (keyof RecipientReport)[];

/** Fixed, because a page is printed before the next one is read. */
const widths = [16, 9, 21, 36, 36, 36];

export async function* formatRecipients(pages: Pages): AsyncIterable<string> {
  let isEmpty = true;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    if (isEmpty) yield `${formatLine(columns, widths)}\n`;
    isEmpty = false;
    yield rows.map((row) => `${formatLine(toCells(row), widths)}\n`).join('');
  }
  if (isEmpty) yield 'There are no such recipients.\n';
}

/** Prints the header even without rows: an empty file would look like a failure. */
export async function* formatRecipientsCsv(pages: Pages): AsyncIterable<string> {
  yield toCsv([columns]);
  for await (const rows of pages) yield toCsv(rows.map(toCells));
}

const toCells = (row: RecipientReport): (string | null)[] => columns.map((column) => row[column]);
