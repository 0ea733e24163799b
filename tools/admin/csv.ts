/**
 * CSV by RFC 4180. A cell that a spreadsheet would run as a formula gets a leading apostrophe. Phone numbers do not:
 * a plus and digits are harmless, and programs that read the file need them unchanged.
 */
export const toCsv = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quoteCell(escapeFormula(cell ?? ''))).join(',')}\r\n`).join('');

/** Spreadsheets skip leading blanks; some accept the full-width forms as well. */
const formulaStart = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const phoneNumber = /^\+\d{1,15}$/;

const escapeFormula = (cell: string): string =>
  formulaStart.test(cell) && !phoneNumber.test(cell) ? `'${cell}` : cell;

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
