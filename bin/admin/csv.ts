/**
 * Rows as CSV by RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe before it, also a phone
 * number: it is no danger, but as a number it would lose its plus, and its last digits with the first saving.
 */
export const csvLines = (rows: readonly (readonly (string | null)[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quoted(asText(cell ?? ''))).join(',')}\r\n`).join('');

/** Spreadsheets skip blanks before they look for one of these; some take the full-width forms as well. */
const formulaStart = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const asText = (cell: string): string => (formulaStart.test(cell) ? `'${cell}` : cell);

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
