/** The byte order mark makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\uFEFF';

/** RFC 4180: lines end with CRLF, and a cell with a comma, quote or line break is quoted. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');

/** A spreadsheet runs a cell that begins like a formula, and anyone can choose the name of a key or of themselves. */
const formulaStart = /^[=+\-@\t\r]/;

const toCell = (text: string): string => {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
