import { type Options, parse } from 'csv-parse';

/** Where a record starts. */
export interface Place {
  line: number;
  byte: number;
}

/** A quoted cell may span several lines. The cells of a broken record are those that it has without quotes. */
export interface CsvRecord {
  line: number;
  cells: string[];
  fault?: string;
  next: Place;
}

export type OpenAt = (byte: number) => AsyncIterable<Buffer>;

/**
 * RFC 4180 with any line end. Holds one chunk at a time. A broken record costs its first line alone: the parser starts
 * again at the line after it, whatever quote is open.
 */
export async function* readCsv(open: OpenAt, separator: string, from: Place): AsyncGenerator<CsvRecord> {
  let place: Place | undefined = from;
  while (place) place = yield* readUntilBroken(open, separator, place);
}

/** Longer than any contact. A quote that is not closed by then is a mistake. */
const recordBytesMax = 64 * 1024;

/** Returns the place after a broken record, and nothing at the end of the file. */
async function* readUntilBroken(
  open: OpenAt,
  delimiter: string,
  from: Place,
): AsyncGenerator<CsvRecord, Place | undefined> {
  let { line, byte } = from;
  for await (const parsed of parseRecords(open(from.byte), { delimiter, max_record_size: recordBytesMax })) {
    if (parsed === 'broken') {
      const record = await readBrokenLine(open, delimiter, { line, byte });
      yield record;
      return record.next;
    }
    const { cells, end } = parsed;
    const next = { line: line + countLines(cells), byte: from.byte + end };
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells, next };
    ({ line, byte } = next);
  }
  return undefined;
}

const readBrokenLine = async (open: OpenAt, delimiter: string, { line, byte }: Place): Promise<CsvRecord> => {
  for await (const parsed of parseRecords(open(byte), { delimiter, quote: false })) {
    if (parsed === 'broken') break;
    const { cells, end } = parsed;
    const next = { line: line + 1, byte: byte + end };
    if (end > recordBytesMax) return { line, cells: [], fault: 'is too long', next };
    return { line, cells, fault: 'has a quotation mark in the wrong place', next };
  }
  throw new Error(`Line ${line} cannot be read.`);
};

interface ParsedRecord {
  cells: string[];
  /** Counted from the first byte that was read. */
  end: number;
}

/** Ends with 'broken' at a record that is not valid. */
async function* parseRecords(
  chunks: AsyncIterable<Buffer>,
  options: Options<string[]>,
): AsyncGenerator<ParsedRecord | 'broken'> {
  const records: ParsedRecord[] = [];
  const parser = parse({
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    ...options,
    // Not read from the stream, which drops the records before a broken one.
    on_record: (cells: string[], { bytes }) => {
      records.push({ cells, end: bytes });
      return null;
    },
  });
  parser.on('error', () => undefined);
  for await (const chunk of withEnd(chunks)) {
    const error = await new Promise((resolve) =>
      chunk === undefined ? parser.end(resolve) : parser.write(chunk, resolve),
    );
    yield* records.splice(0);
    if (error) return yield 'broken';
  }
}

async function* withEnd(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  yield* chunks;
  yield undefined;
}

const countLines = (cells: readonly string[]): number =>
  cells.reduce((count, cell) => count + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 1);

/** The one that separates most cells of the header. */
export const detectSeparator = (header: string): string => {
  const [firstLine = ''] = header.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/);
  const count = (separator: string): number => firstLine.split(separator).length;
  return [',', ';', '\t'].reduce((best, separator) => (count(separator) > count(best) ? separator : best));
};
