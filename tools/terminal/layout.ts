import { fitTable } from './fit-table.ts';
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

/** For tables printed row by row: the widths are fixed, and a longer cell shifts the rest of its line. */
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
