import { readFileSync } from 'node:fs';
import type { NewContactInput } from '../../../functions/domain/contacts/contacts.ts';
import { parseEntry } from '../../../functions/http/parse-entry.ts';
import { ApiError } from '../../../functions/model/api-error.ts';
import { type ContactColumn, guessColumn, readContact } from '../../../functions/model/contacts/file-columns.ts';
import { contactInput } from '../../../functions/model/contacts/input.ts';
import { byteOrderMark } from '../../../functions/model/csv.ts';
import { type CsvRecord, detectSeparator, type Place, readCsv } from '../../../functions/model/read-csv.ts';
import { AdminError } from '../admin-error.ts';

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
  length: number;
  readRows: (from: Place) => Generator<ContactRow>;
}

/** Reads the header; the rows follow one by one. */
export const openContactFile = (path: string): ContactFile => {
  const text = readFileSync(path, 'utf8');
  const start = { line: 1, index: text.startsWith(byteOrderMark) ? 1 : 0 };
  const separator = detectSeparator(text.slice(start.index));
  const first = readCsv(text, separator, start).next().value;
  const { cells: header, fault, next } = first ?? { cells: [], fault: undefined, next: start };
  if (fault !== undefined) throw new AdminError('bad_file', `The first line of the file ${fault}.`);
  const columns = header.map(guessColumn);
  requirePhoneColumn(header, columns);
  return {
    header,
    ignoredColumns: header.filter((_, index) => columns[index] === undefined),
    firstRow: next,
    length: text.length,
    readRows: (from) => toRows(readCsv(text, separator, from), columns),
  };
};

type Columns = readonly (ContactColumn | undefined)[];

const requirePhoneColumn = (header: readonly string[], columns: Columns): void => {
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

function* toRows(records: Iterable<CsvRecord>, columns: Columns): Generator<ContactRow> {
  for (const { fault, ...record } of records)
    yield { ...record, contact: fault === undefined ? toContact(record.cells, columns) : refuse(`The line ${fault}.`) };
}

const refuse = (message: string): ApiError => new ApiError('bad_request', message);

const toContact = (cells: readonly string[], columns: Columns): NewContactInput | ApiError => {
  const contact = readContact(cells, columns);
  return 'fault' in contact ? refuse(contact.fault) : parseEntry(contactInput, contact.fields);
};
