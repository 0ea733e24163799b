import type { Writable } from 'node:stream';
import { replaceUnsafe } from './unsafe-characters.ts';

export const alignColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** A table that cannot be made to fit the width becomes a list of fields per row. Without a width it stays whole. */
export const formatTable = <Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
  width?: number,
): string => {
  const table = [[...columns], ...rows.map((row) => columns.map((column) => formatCell(row[column])))];
  const fitting = width === undefined ? table : fitTable(table, width);
  return fitting ? alignColumns(fitting).join('\n') : rows.map((row) => formatFields(pick(row, columns))).join('\n\n');
};

const pick = <Row extends object>(row: Row, columns: readonly (keyof Row & string)[]): object =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

/** A table can be printed row by row: its widths are fixed, and a longer cell shifts the rest of its line. */
export const formatLine = (cells: readonly unknown[], widths: readonly number[]): string =>
  cells
    .map((cell, index) => formatCell(cell).padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd();

export const formatFields = (record: object): string =>
  alignColumns(Object.entries(record).map(([name, value]) => [name, formatCell(value)])).join('\n');

const formatCell = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return replaceUnsafe(text) || '-';
};

const pad = (text: string, width: number): string => text + ' '.repeat(width - displayWidth(text));

const displayWidth = (text: string): number => [...text].length;

/** Narrower columns would show nothing of use. */
const columnWidthMin = 12;

/** Ids, which people copy, and times, which are useless in part. */
const whole = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/** Shortens the widest columns until the table has the width. Returns `undefined` if that is not enough. */
const fitTable = (rows: readonly (readonly string[])[], width: number): string[][] | undefined => {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => lengthOf(row[index] ?? ''))));
  const canShrink = widths.map((_, index) => !rows.some((row) => whole.test(row[index] ?? '')));
  let excess = widths.reduce((sum, column) => sum + column, 2 * (widths.length - 1)) - width;
  while (excess > 0) {
    const widest = widths.reduce(
      (found, column, index) => (canShrink[index] && column > (widths[found] ?? columnWidthMin) ? index : found),
      -1,
    );
    if (widest === -1) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return rows.map((row) => row.map((cell, index) => shorten(cell, widths[index] ?? 0)));
};

const shorten = (cell: string, width: number): string =>
  lengthOf(cell) <= width ? cell : `${[...cell].slice(0, width - 1).join('')}…`;

const lengthOf = (text: string): number => [...text].length;

interface ProgressBar {
  /** `fraction` is from 0 to 1. */
  show: (fraction: number, text: string) => void;
  end: () => void;
}

const barWidth = 24;
const eraseLine = '\r\u001b[2K';

/** A terminal shows one line that is redrawn; a file or a pipe gets a line for every tenth of the way. */
export const createProgressBar = (output: Writable & { isTTY?: boolean; columns?: number }): ProgressBar => {
  let tenthsShown = -1;
  return {
    show: (fraction, text) => {
      const tenths = Math.floor(fraction * 10);
      if (output.isTTY) output.write(eraseLine + formatBar(fraction, text, output.columns));
      else if (tenths > tenthsShown) output.write(`${formatPercent(fraction)} ${text}\n`);
      tenthsShown = Math.max(tenths, tenthsShown);
    },
    end: () => {
      if (output.isTTY && tenthsShown >= 0) output.write('\n');
    },
  };
};

/** One column stays free: a full line would make some terminals wrap. */
const formatBar = (fraction: number, text: string, columns = 80): string => {
  const filled = Math.floor(fraction * barWidth);
  const bar = '#'.repeat(filled) + '-'.repeat(barWidth - filled);
  return `[${bar}] ${formatPercent(fraction)} ${text}`.slice(0, columns - 1);
};

const formatPercent = (fraction: number): string => `${Math.floor(fraction * 100)} %`.padStart(5);
