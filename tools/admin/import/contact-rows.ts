import { createReadStream } from 'node:fs';
import type { NewContactInput } from '../../../functions/domain/contacts/contacts.ts';
import { parseEntry } from '../../../functions/http/parse-entry.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import { contactInput } from '../../../functions/model/contact-input.ts';
import { AdminError } from '../admin-error.ts';
import { type CsvRecord, detectSeparator, readCsv } from './read-csv.ts';

export interface ContactRow {
  line: number;
  cells: string[];
  contact: NewContactInput | ApiError;
}

export interface ContactFile {
  header: string[];
  ignoredColumns: string[];
  rows: AsyncGenerator<ContactRow>;
  bytesRead: () => number;
}

/** Reads the header at once and the rows one by one. */
export const openContactFile = async (path: string): Promise<ContactFile> => {
  const stream = createReadStream(path, { encoding: 'utf8' });
  const records = await openRecords(stream);
  const { value: first } = await records.next();
  const header = first && 'cells' in first ? first.cells : [];
  const columns = header.map((name) => columnNames[simplify(name)]);
  requirePhoneColumn(header, columns);
  return {
    header,
    ignoredColumns: header.filter((_, index) => columns[index] === undefined),
    rows: toRows(records, columns),
    bytesRead: () => stream.bytesRead,
  };
};

const headerCharactersMax = 64 * 1024;

/** Reads on until the header is complete, which tells the separator. */
const openRecords = async (stream: AsyncIterable<string>): Promise<AsyncGenerator<CsvRecord>> => {
  const chunks = stream[Symbol.asyncIterator]();
  let start = '';
  while (!/[\r\n]/.test(start) && start.length < headerCharactersMax) {
    const { value, done } = await chunks.next();
    if (done) break;
    start += value;
  }
  start = start.replace(/^\uFEFF/, '');
  return readCsv(prepend(start, chunks), detectSeparator(start));
};

async function* prepend(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield start;
  yield* { [Symbol.asyncIterator]: () => rest };
}

const fields = ['phone', 'name', 'email', 'company', 'tags'] as const;

type Field = (typeof fields)[number];

const simplify = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

const columnNames: Record<string, Field> = {
  phone: 'phone',
  phonenumber: 'phone',
  mobile: 'phone',
  name: 'name',
  fullname: 'name',
  email: 'email',
  emailaddress: 'email',
  company: 'company',
  organization: 'company',
  tags: 'tags',
  tag: 'tags',
};

const requirePhoneColumn = (header: readonly string[], columns: readonly (Field | undefined)[]): void => {
  const repeated = fields.find((field) => columns.indexOf(field) !== columns.lastIndexOf(field));
  if (repeated !== undefined)
    throw new AdminError('bad_file', `The file has more than one column for "${repeated}". Keep one of them.`);
  if (columns.includes('phone')) return;
  const found = header.length === 0 ? 'is empty' : `has the columns ${header.slice(0, 20).join(', ')}`;
  throw new AdminError(
    'bad_file',
    `The file ${found}, but none named "phone". Name the columns in its first line, and save it as CSV in UTF-8.`,
  );
};

async function* toRows(
  records: AsyncIterable<CsvRecord>,
  columns: readonly (Field | undefined)[],
): AsyncGenerator<ContactRow> {
  for await (const record of records) {
    if ('fault' in record) yield { line: record.line, cells: [], contact: refuse(`The line ${record.fault}.`) };
    else yield { line: record.line, cells: record.cells, contact: toContact(record.cells, columns) };
  }
}

const refuse = (message: string): ApiError => new ApiError('bad_request', message);

const toContact = (cells: readonly string[], columns: readonly (Field | undefined)[]): NewContactInput | ApiError => {
  if (cells.some((cell) => cell.includes('\uFFFD'))) return refuse('The line is not UTF-8. Save the file in UTF-8.');
  if (cells.length > columns.length)
    return refuse(`The line has ${cells.length} cells, but there are ${columns.length} columns. Put the cell in quotes.`);
  const values = columns.flatMap((field, index) => {
    const text = cells[index]?.trim() ?? '';
    return field === undefined || text === '' ? [] : [[field, field === 'tags' ? splitTags(text) : text] as const];
  });
  return parseEntry(contactInput, Object.fromEntries(values));
};

const splitTags = (text: string): string[] =>
  text
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
