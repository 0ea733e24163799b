/**
 * Rows as CSV by RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe before it, but for a
 * phone number: a plus and digits do no harm, and whoever reads the file by program wants them as they are.
 */
export const toCsv = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quoteCell(escapeFormula(cell ?? ''))).join(',')}\r\n`).join('');

/** Spreadsheets skip blanks before they look for one of these; some take the full-width forms as well. */
const formulaStart = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const phoneNumber = /^\+\d{1,15}$/;

const escapeFormula = (cell: string): string =>
  formulaStart.test(cell) && !phoneNumber.test(cell) ? `'${cell}` : cell;

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
