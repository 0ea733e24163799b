/** The position at which a record starts. */
export interface Place {
  line: number;
  index: number;
}

/** A quoted cell may span several lines. The cells of a broken record are those that it has without quotes. */
export interface CsvRecord {
  line: number;
  cells: string[];
  fault?: string;
  next: Place;
}

/** Longer than any contact. A quote that is not closed by then is a mistake. */
const recordLengthMax = 64 * 1024;

/**
 * RFC 4180 with any line end. A broken record costs its first line alone: the next one starts on the line after it,
 * whatever quote is open. Blank lines are left out.
 */
export function* readCsv(
  text: string,
  separator: string,
  from: Place = { line: 1, index: 0 },
): Generator<CsvRecord, undefined> {
  for (let place = from; place.index < text.length; ) {
    const record = readRecord(text, separator, place);
    if (record.fault !== undefined || record.cells.some((cell) => cell.trim() !== '')) yield record;
    place = record.next;
  }
}

const readRecord = (text: string, separator: string, { line, index }: Place): CsvRecord => {
  const end = findLineEnd(text, index);
  const content = text.slice(index, end);
  const next = { line: line + 1, index: skipLineEnd(text, end) };
  if (content.length > recordLengthMax) return { line, cells: [], fault: 'is too long', next };
  if (!content.includes('"')) return { line, cells: content.split(separator), next };
  const quoted = readQuoted(text, separator, { line, index });
  const fault = 'has a quotation mark in the wrong place';
  return quoted ?? { line, cells: content.split(separator), fault, next };
};

const lineEnd = /\r\n|\r|\n/g;

const findLineEnd = (text: string, index: number): number => {
  lineEnd.lastIndex = index;
  return lineEnd.exec(text)?.index ?? text.length;
};

const skipLineEnd = (text: string, end: number): number => end + (text.startsWith('\r\n', end) ? 2 : 1);

/** Undefined for a record that is broken. */
const readQuoted = (text: string, separator: string, { line, index }: Place): CsvRecord | undefined => {
  const cells: string[] = [];
  let lines = 1;
  let [plain, plainFrom] = ['', index];
  for (let start = index; ; ) {
    // This is done once for all cells of a line, which may have thousands.
    if (start >= plainFrom + plain.length) [plain, plainFrom] = [text.slice(start, findLineEnd(text, start)), start];
    const cell =
      text[start] === '"' ? readQuotedCell(text, start, index) : readPlainCell(plain, plainFrom, start, separator);
    if (!cell) return undefined;
    cells.push(cell.text);
    lines += cell.text.match(lineEnd)?.length ?? 0;
    if (text.startsWith(separator, cell.end)) start = cell.end + separator.length;
    else if (cell.end >= text.length || isLineEnd(text[cell.end]))
      return { line, cells, next: { line: line + lines, index: skipLineEnd(text, cell.end) } };
    else return undefined;
  }
};

const isLineEnd = (character: string | undefined): boolean => character === '\r' || character === '\n';

interface Cell {
  text: string;
  end: number;
}

const readQuotedCell = (text: string, start: number, recordStart: number): Cell | undefined => {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 2)) {
    if (end - recordStart > recordLengthMax) return undefined;
    if (text[end + 1] !== '"') return { text: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
  }
  return undefined;
};

const readPlainCell = (line: string, lineStart: number, start: number, separator: string): Cell | undefined => {
  const end = line.indexOf(separator, start - lineStart);
  const cell = line.slice(start - lineStart, end === -1 ? line.length : end);
  return cell.includes('"') ? undefined : { text: cell, end: start + cell.length };
};

/** The one that separates most cells of the header. */
export const detectSeparator = (header: string): string => {
  const [firstLine = ''] = header
    .slice(0, recordLengthMax)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const count = (separator: string): number => firstLine.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
};

export const readFirstRows = (text: string, separator: string, from: Place, rowsMax: number): string[][] => {
  const rows: string[][] = [];
  for (const { cells } of readCsv(text, separator, from)) {
    if (rows.push(cells) === rowsMax) break;
  }
  return rows;
};
