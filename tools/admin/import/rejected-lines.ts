import { appendFileSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { toCsv } from '../csv.ts';

export interface RejectedLine {
  line: number;
  reason: string;
  cells: readonly string[];
}

export interface RejectedLines {
  append: (lines: readonly RejectedLine[]) => void;
  bytes: () => number;
  /** Without a line there is no file. */
  removeIfEmpty: () => string | null;
}

/** A CSV file that can be corrected and imported. An interrupted import goes on at `bytes`: what follows is repeated. */
export const openRejectedLines = (path: string, header: readonly string[], bytes: number): RejectedLines => {
  const headerLine = toCsv([['line', 'reason', ...header]]);
  if (bytes > 0 && existsSync(path)) truncateSync(path, bytes);
  else writeFileSync(path, headerLine, { mode: 0o600 });
  const size = (): number => statSync(path).size;
  return {
    append: (lines) =>
      appendFileSync(path, toCsv(lines.map(({ line, reason, cells }) => [String(line), reason, ...cells]))),
    bytes: size,
    removeIfEmpty: () => {
      if (size() > Buffer.byteLength(headerLine)) return path;
      rmSync(path);
      return null;
    },
  };
};
