/** Rows as lines whose columns start at the same place. */
export const alignColumns = (rows: readonly (readonly string[])[]): string[] => {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [place, cell] of row.entries()) widths[place] = Math.max(widths[place] ?? 0, widthOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, place) => pad(cell, widths[place] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** A table with these fields as columns, headed by the names that they have in JSON. */
export const showTable = <Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string =>
  alignColumns([[...columns], ...rows.map((row) => columns.map((column) => cellOf(row[column])))]).join('\n');

/** One line of a table whose columns are as wide as told; longer cells push the others aside. */
export const showLine = (cells: readonly unknown[], widths: readonly number[]): string =>
  cells
    .map((cell, place) => cellOf(cell).padEnd(widths[place] ?? 0))
    .join('  ')
    .trimEnd();

/** One line for each field. */
export const showFields = (record: object): string =>
  alignColumns(Object.entries(record).map(([name, value]) => [name, cellOf(value)])).join('\n');

/** Control characters could move the cursor or recolour the terminal, so they are not passed on. */
const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD') || '-';
};

const pad = (text: string, width: number): string => text + ' '.repeat(width - widthOf(text));

const widthOf = (text: string): number => [...text].length;
