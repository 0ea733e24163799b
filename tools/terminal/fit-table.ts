/** Narrower columns would show nothing of use. */
const columnWidthMin = 12;

/** Ids, which people copy, and times, which are useless in part. */
const whole = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/** Shortens the widest columns until the table has the width. Returns `undefined` if that is not enough. */
export const fitTable = (rows: readonly (readonly string[])[], width: number): string[][] | undefined => {
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
