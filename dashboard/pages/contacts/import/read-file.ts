import { readCsv } from '../../../../functions/model/read-csv.ts';

const fileRowsMax = 100_000;

/** UTF-8 or UTF-16 with its mark, else the usual encoding of spreadsheets in the West. */
export const decodeFile = (bytes: Uint8Array): string => {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff && 'utf-16be';
  if (mark) return new TextDecoder(mark).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

const rowsPerSlice = 5_000;

/**
 * Counts the rows below the header in slices, so the page stays responsive. Undefined for more than a file may have.
 */
export const countRows = async (text: string, separator: string): Promise<number | undefined> => {
  let rowCount = -1;
  for (const _ of readCsv(text, separator)) {
    rowCount += 1;
    if (rowCount > fileRowsMax) return undefined;
    if (rowCount % rowsPerSlice === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return Math.max(0, rowCount);
};
