import {
  type ContactColumn,
  guessColumn,
  guessColumns,
  isEmailAddress,
  readContact,
} from '../../../../functions/model/contacts/file-columns.ts';
import {
  type ContactImport,
  contactsPerImportMax,
  createTagLimit,
  type OnExisting,
  type TagMode,
} from '../../../../functions/model/contacts/import.ts';
import { findKeyConflict } from '../../../../functions/model/contacts/key-conflicts.ts';
import { byteOrderMark, toCsv } from '../../../../functions/model/csv.ts';
import { detectSeparator, type Place, readCsv, readFirstRows } from '../../../../functions/model/read-csv.ts';
import { importTexts } from '../../../texts/en/contact-import.ts';
import { countRows, decodeFile } from './read-file.ts';

const texts = importTexts.rejected;

const fileBytesMax = 50_000_000;

export interface ContactFile {
  name: string;
  text: string;
  separator: string;
  header: string[];
  columns: (ContactColumn | undefined)[];
  firstRow: Place;
  rowCount: number;
  onExisting: OnExisting;
  tags: TagMode;
  /** One more tag for the person of each line; empty for none. */
  tag: string;
}

export type FileFault = 'too_large' | 'broken_header' | 'no_rows' | 'too_many_rows';

const samplesMax = 50;

export const openContactFile = async (
  name: string,
  file: Blob,
  isPhone?: (value: string) => boolean,
): Promise<ContactFile | FileFault> => {
  if (file.size > fileBytesMax) return 'too_large';
  const text = decodeFile(new Uint8Array(await file.arrayBuffer()));
  const separator = detectSeparator(text);
  const first = readCsv(text, separator).next().value;
  if (!first || first.fault !== undefined) return 'broken_header';
  const rowCount = await countRows(text, separator);
  if (rowCount === undefined) return 'too_many_rows';
  if (rowCount === 0) return 'no_rows';
  const header = first.cells.map((cell) => cell.trim());
  const samples = readFirstRows(text, separator, first.next, samplesMax);
  return {
    name,
    text,
    separator,
    header,
    columns: proposeColumns(header, samples, isPhone),
    firstRow: first.next,
    rowCount,
    onExisting: 'keep',
    tags: 'add',
    tag: '',
  };
};

/** An unknown column becomes an attribute of its name. If two columns are for the same field, the first one fills it. */
const proposeColumns = (...[header, samples, isPhone]: Parameters<typeof guessColumns>): ContactFile['columns'] => {
  const guessed = guessColumns(header, samples, isPhone).map(
    (column, index) => column ?? toAttribute(header[index] ?? ''),
  );
  return guessed.map((column, index) => (guessed.indexOf(column) === index ? column : undefined));
};

/** The name under which a column becomes an attribute; undefined if none is possible. */
export const toAttribute = (name: string): ContactColumn | undefined => {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  return guessColumn(`attributes.${words.replaceAll(' ', '_')}`);
};

export type ColumnFault = 'no_key' | 'repeated';

export const findColumnFault = (columns: ContactFile['columns']): ColumnFault | undefined => {
  const used = columns.filter((column) => column !== undefined);
  if (new Set(used).size < used.length) return 'repeated';
  return used.includes('phone') || used.includes('external_id') ? undefined : 'no_key';
};

/** Whether a choice for the column may end the fault. */
export const isAtFault = (columns: ContactFile['columns'], index: number): boolean => {
  const column = columns[index];
  const fault = findColumnFault(columns);
  if (fault === 'repeated') return column !== undefined && columns.indexOf(column) !== columns.lastIndexOf(column);
  return fault === 'no_key' && (column === undefined || column.startsWith('attributes.'));
};

/** A line that the service refuses, or that is odd. */
export interface RejectedRow {
  line: number;
  reason: string;
  /** The name in the line. */
  name?: string | undefined;
}

const faultPattern = /^"(\w+)(?:\.(\w+))?" (.+)$/s;

/** The service names the field; the page also says what the line has there, and what to do. */
export const toRejectedRow = (line: number, message: string, fields: Record<string, unknown>): RejectedRow => {
  const [, field = '', inner = '', fault = ''] = faultPattern.exec(message) ?? [];
  const value = inner ? (fields[field] as Record<string, unknown> | undefined)?.[inner] : fields[field];
  const { name } = fields;
  const conflict = findKeyConflict(message);
  const inWords = field
    ? texts.reasonOf(inner || field, value === undefined ? undefined : String(value), fault)
    : message;
  return {
    line,
    reason: conflict ? texts.keyConflicts[conflict] : inWords,
    name: typeof name === 'string' ? name : undefined,
  };
};

const doubtsMax = 100;

/** Lines that can be imported, but may not be what the person meant. */
export const findDoubts = async (file: ContactFile, rejected: readonly RejectedRow[]): Promise<RejectedRow[]> => {
  const rejectedLines = new Set(rejected.map(({ line }) => line));
  const doubts: RejectedRow[] = [];
  const firstLines = new Map<string, number>();
  for (const batch of readBatches(file, file.firstRow)) {
    for (const { line, fields, isShort } of batch.entries) {
      if (rejectedLines.has(line)) continue;
      const { email, phone, external_id: externalId } = fields;
      const name = typeof fields['name'] === 'string' ? fields['name'] : undefined;
      const key = phone === undefined ? `id ${externalId}` : String(phone).replaceAll(/\D/g, '');
      const first = firstLines.get(key);
      if (first === undefined) firstLines.set(key, line);
      else doubts.push({ line, name, reason: texts.sameAs(String(phone ?? externalId), first, file.onExisting) });
      if (isShort) doubts.push({ line, name, reason: texts.short });
      if (typeof email === 'string' && !isEmailAddress(email))
        doubts.push({ line, name, reason: texts.noEmail(email) });
      if (doubts.length >= doubtsMax) return doubts.slice(0, doubtsMax);
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return doubts;
};

export interface LineBatch {
  entries: {
    line: number;
    fields: Record<string, unknown>;
    /** It has fewer cells than there are columns. */
    isShort?: true;
  }[];
  rejected: RejectedRow[];
  rowCount: number;
  next: Place;
}

const addTag = (contact: ReturnType<typeof readContact>, tag = ''): typeof contact => {
  if ('fault' in contact || tag.trim() === '') return contact;
  const { tags = [] } = contact.fields as { tags?: string[] };
  return { fields: { ...contact.fields, tags: [...tags, tag.trim()] } };
};

/** A request has room for more. */
const batchLengthMax = 500_000;

/** Yields the contacts of one call. Lines that are no contact do not leave the browser. */
export function* readBatches({ text, separator, columns, tag }: ContactFile, from: Place): Generator<LineBatch> {
  const begin = (next: Place): LineBatch => ({ entries: [], rejected: [], rowCount: 0, next });
  let start = from;
  let batch = begin(from);
  let hasRoomForTags = createTagLimit();
  for (const { line, cells, fault, next } of readCsv(text, separator, from)) {
    const contact = fault === undefined ? addTag(readContact(cells, columns), tag) : { fault: `The line ${fault}.` };
    const tags = 'fields' in contact ? (contact.fields['tags'] as string[] | undefined) : [];
    const isFull = batch.rowCount === contactsPerImportMax || next.index - start.index > batchLengthMax;
    const hasRoom = !isFull && hasRoomForTags(tags);
    if (batch.rowCount > 0 && !hasRoom) {
      yield batch;
      start = batch.next;
      batch = begin(start);
      hasRoomForTags = createTagLimit();
      hasRoomForTags(tags);
    }
    batch.rowCount += 1;
    batch.next = next;
    if ('fields' in contact)
      batch.entries.push({ line, fields: contact.fields, ...(cells.length < columns.length && { isShort: true }) });
    else batch.rejected.push({ line, reason: contact.fault });
  }
  if (batch.rowCount > 0) yield batch;
}

/** The entries that the service was too busy to store, which another call can. */
export const listBusy = ({ results }: ContactImport): number[] =>
  results.flatMap(({ error }, index) => (error?.code === 'internal' ? [index] : []));

/** The first call with the results of the second, which had only the entries of `listBusy`. */
export const mergeImports = (first: ContactImport, again: ContactImport): ContactImport => {
  const busy = listBusy(first);
  return {
    created: first.created + again.created,
    updated: first.updated + again.updated,
    unchanged: first.unchanged + again.unchanged,
    rejected: first.rejected - busy.length + again.rejected,
    still_opted_out: (first.still_opted_out ?? 0) + (again.still_opted_out ?? 0),
    results: first.results.map((result, index) => again.results[busy.indexOf(index)] ?? result),
  };
};

/** A file of the rejected lines that can be corrected and imported. */
export const toRejectedCsv = (
  { text, separator, header, firstRow }: ContactFile,
  rejected: readonly RejectedRow[],
): string => {
  const reasons = new Map(rejected.map(({ line, reason }) => [line, reason]));
  const rows: string[][] = [];
  for (const { line, cells } of readCsv(text, separator, firstRow)) {
    const reason = reasons.get(line);
    if (reason !== undefined) rows.push([String(line), reason, ...cells]);
  }
  return byteOrderMark + toCsv([['line', 'reason', ...header], ...rows]);
};
