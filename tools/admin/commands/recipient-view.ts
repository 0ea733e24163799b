import type { RecipientReport } from '../../../functions/model/broadcast.ts';
import { toCsv } from '../csv.ts';
import { formatLine } from '../layout.ts';

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

/** A page does not know how wide the next one is, so that the columns have the width of what they can hold. */
const widths = [16, 9, 21, 36, 36, 36];

export async function* showRecipients(pages: Pages): AsyncIterable<string> {
  let isEmpty = true;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    if (isEmpty) yield `${formatLine(columns, widths)}\n`;
    isEmpty = false;
    yield rows.map((row) => `${formatLine(cellsOf(row), widths)}\n`).join('');
  }
  if (isEmpty) yield 'There are no such recipients.\n';
}

/** The header stands there even when nothing follows: an empty file would look like a failure. */
export async function* recipientsAsCsv(pages: Pages): AsyncIterable<string> {
  yield toCsv([columns]);
  for await (const rows of pages) yield toCsv(rows.map(cellsOf));
}

const cellsOf = (row: RecipientReport): (string | null)[] => columns.map((column) => row[column]);
