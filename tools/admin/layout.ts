/** Rows as lines whose columns start at the same place. */
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

/** A table with these fields as columns, headed by the names that they have in JSON. */
export const formatTable = <Row extends object>(
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): string =>
  alignColumns([[...columns], ...rows.map((row) => columns.map((column) => formatCell(row[column])))]).join('\n');

/** One line of a table whose columns are as wide as told; longer cells push the others aside. */
export const formatLine = (cells: readonly unknown[], widths: readonly number[]): string =>
  cells
    .map((cell, index) => formatCell(cell).padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd();

/** One line for each field. */
export const formatFields = (record: object): string =>
  alignColumns(Object.entries(record).map(([name, value]) => [name, formatCell(value)])).join('\n');

/** Control characters could move the cursor or recolour the terminal, so they are not passed on. */
const formatCell = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD') || '-';
};

const pad = (text: string, width: number): string => text + ' '.repeat(width - displayWidth(text));

const displayWidth = (text: string): number => [...text].length;
