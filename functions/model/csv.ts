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
 * a decimal comma a semicolon separates cells, so a quoted cell may be split at semicolons and line breaks. It matches
 * whether or not a formula follows: a failed match would begin again within the same blanks, of which a file may have
 * thousands.
 */
const cellStart = /(?:[;\r\n]|^)[\s\p{Cc}\p{Cf}]*(?=([=+\-@＝＋－＠])?)/gu;

const escapedCellStart = /(?:[;\r\n]|^)['\s\p{Cc}\p{Cf}]*(?=([=+\-@＝＋－＠])?)/gu;

/** Restores the cells of a file that we wrote, or that another program protected in this usual way. */
export const removeFormulaEscapes = (cell: string): string =>
  // Nearly no cell has an apostrophe, and a file may have five million cells.
  cell.includes("'")
    ? cell
        .replace(/^'(?=[\t\r\n])/, '')
        .replaceAll(escapedCellStart, (start, formula: string | undefined) =>
          formula === undefined ? start : start.replaceAll(/(^|[;\r\n])'/g, '$1'),
        )
    : cell;

const phoneNumber = /^\+\d{1,15}$/;

const escapeFormula = (cell: string): string => {
  if (phoneNumber.test(cell)) return cell;
  const escaped = cell.replaceAll(cellStart, (start, formula: string | undefined) =>
    formula === undefined ? start : start.replaceAll(/[;\r\n]|^(?![;\r\n])/g, "$&'"),
  );
  return /^[\t\r\n]/.test(escaped) ? `'${escaped}` : escaped;
};

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
