/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * CSV by RFC 4180. A cell that a spreadsheet would run as a formula gets a leading apostrophe. Phone numbers do not:
 * a plus and digits are harmless, and programs that read the file need them unchanged.
 */
export const toCsv = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quoteCell(escapeFormula(cell ?? ''))).join(',')}\r\n`).join('');

/**
 * Spreadsheets skip leading blanks and invisible characters; some accept the full-width forms as well. In locales with
 * a decimal comma a semicolon separates cells, so a quoted cell may be split at semicolons and line breaks.
 */
const formulaStart = /(^|[;\r\n])(?=[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu;

const escapedFormulaStart = /(^|[;\r\n])'(?=['\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])|^'(?=[\t\r\n])/gu;

/** Restores the cells of a file that we wrote, or that another program protected in this usual way. */
export const removeFormulaEscapes = (cell: string): string => cell.replaceAll(escapedFormulaStart, '$1');

const phoneNumber = /^\+\d{1,15}$/;

const escapeFormula = (cell: string): string => (phoneNumber.test(cell) ? cell : cell.replaceAll(formulaStart, "$1'"));

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
