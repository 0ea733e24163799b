import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import type { NewContactInput } from '../../../functions/domain/contacts/contacts.ts';
import { parseEntry } from '../../../functions/http/parse-entry.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import {
  type AttributeField,
  type AttributeValue,
  attributeField,
  findAttributeName,
} from '../../../functions/model/contacts/attributes.ts';
import { contactInput } from '../../../functions/model/contacts/input.ts';
import { removeFormulaEscapes } from '../../../functions/model/csv.ts';
import { AdminError } from '../admin-error.ts';
import { type CsvRecord, detectSeparator, type Place, readCsv } from './read-csv.ts';

export interface ContactRow {
  line: number;
  cells: string[];
  contact: NewContactInput | ApiError;
  next: Place;
}

export interface ContactFile {
  header: string[];
  ignoredColumns: string[];
  firstRow: Place;
  readRows: (from: Place) => AsyncGenerator<ContactRow>;
}

/** Reads the header; the rows follow one by one. */
export const openContactFile = async (path: string): Promise<ContactFile> => {
  const start = readStart(path);
  const bomBytes = start.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  const separator = detectSeparator(start.toString('utf8', bomBytes));
  const read = (from: Place) => readCsv((byte) => createReadStream(path, { start: byte }), separator, from);
  const { cells: header, fault, next } = await findFirst(read({ line: 1, byte: bomBytes }));
  if (fault !== undefined) throw new AdminError('bad_file', `The first line of the file ${fault}.`);
  const columns = header.map((name) => columnNames[simplify(name)] ?? findAttribute(name));
  requirePhoneColumn(header, columns);
  return {
    header,
    ignoredColumns: header.filter((_, index) => columns[index] === undefined),
    firstRow: next,
    readRows: (from) => toRows(read(from), columns),
  };
};

const byteOrderMark = Buffer.from('\uFEFF');

/** Holds at least the header of any file of contacts. */
const startBytes = 64 * 1024;

export const readStart = (path: string): Buffer => {
  const start = Buffer.alloc(startBytes);
  const descriptor = openSync(path, 'r');
  const length = readSync(descriptor, start, 0, startBytes, 0);
  closeSync(descriptor);
  return start.subarray(0, length);
};

const findFirst = async (records: AsyncIterable<CsvRecord>): Promise<Omit<CsvRecord, 'line'>> => {
  for await (const record of records) return record;
  return { cells: [], next: { line: 1, byte: 0 } };
};

type Field = 'phone' | 'name' | 'email' | 'company' | 'tags' | 'external_id' | AttributeField;

const findAttribute = (name: string): AttributeField | undefined =>
  attributeField.safeParse(name.trim().toLowerCase()).data as AttributeField | undefined;

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
  externalid: 'external_id',
};

const requirePhoneColumn = (header: readonly string[], columns: readonly (Field | undefined)[]): void => {
  const repeated = columns.find((field, index) => field !== undefined && columns.indexOf(field) !== index);
  if (repeated !== undefined)
    throw new AdminError('bad_file', `The file has more than one column for "${repeated}". Keep one of them.`);
  if (columns.includes('phone') || columns.includes('external_id')) return;
  const found = header.length === 0 ? 'is empty' : `has the columns ${header.slice(0, 20).join(', ')}`;
  throw new AdminError(
    'bad_file',
    `The file ${found}, but none named "phone" or "external_id". Name the columns in its first line, and save it as CSV in UTF-8.`,
  );
};

async function* toRows(
  records: AsyncIterable<CsvRecord>,
  columns: readonly (Field | undefined)[],
): AsyncGenerator<ContactRow> {
  for await (const { line, cells, fault, next } of records)
    yield {
      line,
      cells,
      next,
      contact: fault === undefined ? toContact(cells, columns) : refuse(`The line ${fault}.`),
    };
}

const refuse = (message: string): ApiError => new ApiError('bad_request', message);

const toContact = (cells: readonly string[], columns: readonly (Field | undefined)[]): NewContactInput | ApiError => {
  if (cells.some((cell) => cell.includes('\uFFFD'))) return refuse('The line is not UTF-8. Save the file in UTF-8.');
  if (cells.length > columns.length)
    return refuse(
      `The line has ${cells.length} cells, but there are ${columns.length} columns. Put the cell in quotes.`,
    );
  const values = columns.flatMap((field, index) => {
    const text = removeFormulaEscapes(cells[index] ?? '').trim();
    return field === undefined || text === '' ? [] : [[field, field === 'tags' ? splitTags(text) : text] as const];
  });
  const attributes = values.flatMap(([field, value]) => {
    const name = findAttributeName(field);
    return name === undefined ? [] : [[name, toAttributeValue(String(value))] as const];
  });
  return parseEntry(contactInput, {
    ...Object.fromEntries(values),
    ...(attributes.length === 0 ? {} : { attributes: Object.fromEntries(attributes) }),
  });
};

/** A text that a number would not print as, such as a zip code with a zero in front, stays a text. */
const toAttributeValue = (text: string): AttributeValue => {
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text;
};

const splitTags = (text: string): string[] =>
  text
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
