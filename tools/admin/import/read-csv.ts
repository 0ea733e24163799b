/** `line` is where the record starts; a quoted cell may span several lines. */
export type CsvRecord = { line: number } & RecordContent;

type RecordContent = { cells: string[] } | { fault: string; isCut?: true };

/** Longer than any contact. A quote that is not closed by then is a mistake, and the lines after it are records. */
const recordCharactersMax = 64 * 1024;

/**
 * RFC 4180 with any line end. Holds one record at a time, within its limit. A broken record costs its first line alone:
 * the next one starts at the line after it, whatever quote is open.
 */
export async function* readCsv(chunks: AsyncIterable<string>, separator: string): AsyncGenerator<CsvRecord> {
  const cellEnd = new RegExp(`[${separator}\\r\\n]`, 'g');
  let text = '';
  let line = 1;
  let isInsideLongLine = false;
  for await (const { chunk, isLast } of markLast(chunks)) {
    text += chunk;
    let start = 0;
    while (start < text.length) {
      const record = isInsideLongLine
        ? skipLongLine(text, start)
        : scanRecord(text, start, { cellEnd, separator, isLast });
      if (record === undefined) break;
      const { end, ...content } = record;
      if (!isInsideLongLine && !isBlank(content)) yield { line, ...content };
      isInsideLongLine = 'isCut' in content;
      line += countLineEnds(text.slice(start, end));
      start = end;
    }
    text = text.slice(start);
  }
}

type Scanned = RecordContent & { end: number };

interface Scan {
  cellEnd: RegExp;
  separator: string;
  isLast: boolean;
}

/** Undefined if the record may go on in the next chunk. */
const scanRecord = (text: string, start: number, scan: Scan): Scanned | undefined => {
  const cells: string[] = [];
  let position = start;
  for (;;) {
    const cell = text[position] === '"' ? scanQuoted(text, position, scan) : scanPlain(text, position, scan);
    if (cell === undefined) return isComplete(text, start, scan) ? breakOff(text, start, scan) : undefined;
    cells.push(cell.value);
    position = cell.end;
    if (position >= text.length) return scan.isLast ? { cells, end: position } : undefined;
    if (text[position] !== scan.separator) break;
    position += 1;
  }
  if (!/[\r\n]/.test(text[position] ?? '')) return breakOff(text, start, scan);
  const end = skipLineEnd(text, position, scan);
  return end === undefined ? undefined : { cells, end };
};

type Cell = { value: string; end: number };

const scanPlain = (text: string, position: number, { cellEnd, isLast }: Scan): Cell | undefined => {
  cellEnd.lastIndex = position;
  const end = cellEnd.exec(text)?.index ?? (isLast ? text.length : undefined);
  return end === undefined ? undefined : { value: text.slice(position, end), end };
};

const scanQuoted = (text: string, position: number, { isLast }: Scan): Cell | undefined => {
  let closing = text.indexOf('"', position + 1);
  while (closing !== -1 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2);
  // A quote at the end of the chunk may be the first of a pair.
  if (closing === -1 || (closing === text.length - 1 && !isLast)) return undefined;
  return { value: text.slice(position + 1, closing).replaceAll('""', '"'), end: closing + 1 };
};

const isComplete = (text: string, start: number, { isLast }: Scan): boolean =>
  isLast || text.length - start > recordCharactersMax;

const breakOff = (text: string, start: number, scan: Scan): Scanned | undefined => {
  const offset = text.slice(start, start + recordCharactersMax).search(/[\r\n]/);
  if (offset !== -1) {
    const end = skipLineEnd(text, start + offset, scan);
    return end === undefined ? undefined : { fault: 'has a quotation mark in the wrong place', end };
  }
  if (!isComplete(text, start, scan)) return undefined;
  if (text.length - start <= recordCharactersMax) return { fault: 'has a quotation mark in the wrong place', end: text.length };
  return { fault: 'is too long', isCut: true, end: start + recordCharactersMax };
};

/** Up to its line end, which then counts as an empty line. */
const skipLongLine = (text: string, start: number): Scanned => {
  const offset = text.slice(start).search(/[\r\n]/);
  return offset === -1 ? { fault: '', isCut: true, end: text.length } : { cells: [], end: start + offset };
};

/** Undefined while it is not known whether a line feed follows. */
const skipLineEnd = (text: string, position: number, { isLast }: Scan): number | undefined => {
  if (text[position] !== '\r') return position + 1;
  if (position + 1 === text.length && !isLast) return undefined;
  return text[position + 1] === '\n' ? position + 2 : position + 1;
};

const countLineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

const isBlank = (content: RecordContent): boolean =>
  'cells' in content && content.cells.every((cell) => cell.trim() === '');

async function* markLast(chunks: AsyncIterable<string>): AsyncGenerator<{ chunk: string; isLast: boolean }> {
  for await (const chunk of chunks) yield { chunk, isLast: false };
  yield { chunk: '', isLast: true };
}

/** The one that separates most cells of the header. */
export const detectSeparator = (header: string): string => {
  const [firstLine = ''] = header.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/);
  const count = (separator: string): number => firstLine.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
};
