import { ApiError } from '../../model/api-error.ts';
import type { AudienceEntry } from '../../model/broadcasts/audience.ts';
import {
  type FileError,
  fileBytesMax,
  fileErrorsMax,
  fileRowsMax,
  isPhoneColumn,
  type NewFile,
} from '../../model/broadcasts/audience-file.ts';
import { noRejections, type Rejections } from '../../model/broadcasts/preview.ts';
import { findMissingColumn, listColumns, type RowField, type RowValues } from '../../model/contacts/values.ts';
import { removeFormulaEscapes } from '../../model/csv.ts';
import type { Upload } from '../../model/media/upload.ts';
import { type CsvRecord, detectSeparator, readCsv } from '../../model/read-csv.ts';
import { areShort, type TemplateParams } from '../../model/templates/template.ts';
import { copyIfUnchanged, listKeys, type ObjectHead, readObjectHead, removeObjects } from '../../platform/bucket.ts';
import { clock } from '../../platform/clock.ts';
import { idTimeMs } from '../../platform/ids.ts';
import { signUpload } from '../../platform/upload-form.ts';
import { findBroadcastsById } from '../../table/broadcasts/broadcasts.ts';
import { parsePhone } from '../contacts/phone-numbers.ts';

const uploadedPrefix = (workspaceId: string): string => `uploads/${workspaceId}/audiences/`;

/** The form that uploads cannot reach this prefix, so the file does not change while it is read. */
const takenPrefix = (workspaceId: string): string => `audiences/${workspaceId}/`;

const contentType = 'text/csv';

export const createFile = async (
  workspaceId: string,
  id: string,
  { size_bytes }: NewFile,
  origin: 'bucket' | 'dashboard',
): Promise<Upload> => {
  const key = `${uploadedPrefix(workspaceId)}${id}`;
  return { id, ...(await signUpload({ key, contentType, bytesMax: size_bytes, metadata: {} }, origin)) };
};

export const readUploadedFile = async (
  workspaceId: string,
  fileId: string,
  params: TemplateParams | undefined,
): Promise<AudienceFile & Pick<ObjectHead, 'etag'>> => {
  const head = await readObjectHead(`${uploadedPrefix(workspaceId)}${fileId}`, fileBytesMax + 1);
  if (!head) throw missingFile();
  if (head.sizeBytes > fileBytesMax) throw refuse(`is larger than ${fileBytesMax / 1_000_000} MB. ${split}`);
  return { ...openAudienceFile(head.bytes, params), etag: head.etag };
};

/** Makes an uploaded file that of a broadcast. Idempotent. */
export const takeFile = async (
  workspaceId: string,
  broadcastId: string,
  fileId: string,
  etag: string,
): Promise<void> => {
  const isTaken = await copyIfUnchanged(`${uploadedPrefix(workspaceId)}${fileId}`, {
    key: `${takenPrefix(workspaceId)}${broadcastId}`,
    contentType,
    contentDisposition: 'attachment',
    etag,
  });
  if (!isTaken)
    throw refuse('was changed or removed while it was read. Upload it again, and then create the broadcast');
};

/** Removes the copy for a broadcast that cannot be stored because another has the file, and returns the refusal. */
export const giveUpFile = async (workspaceId: string, broadcastId: string): Promise<ApiError> => {
  await removeObjects([`${takenPrefix(workspaceId)}${broadcastId}`]);
  return missingFile();
};

export const readTakenFile = async (
  workspaceId: string,
  broadcastId: string,
  params: TemplateParams | undefined,
): Promise<AudienceFile> => {
  const head = await readObjectHead(`${takenPrefix(workspaceId)}${broadcastId}`, fileBytesMax);
  if (!head) throw new Error(`The file of broadcast ${broadcastId} does not exist.`);
  return openAudienceFile(head.bytes, params);
};

export const removeFile = (workspaceId: string, broadcastId: string, fileId: string): Promise<void> =>
  removeObjects([`${takenPrefix(workspaceId)}${broadcastId}`, `${uploadedPrefix(workspaceId)}${fileId}`]);

/** A request that has taken a file stores its broadcast within this time. */
const requestMsMax = 60_000;

/**
 * Removes every file that no broadcast is about to read, because nobody knows whom it names: the uploaded ones, and
 * those that were left behind by a crash.
 */
export const removeUnreadFiles = async (workspaceId: string): Promise<void> => {
  const taken = await listKeys(takenPrefix(workspaceId));
  const ids = taken.map((key) => key.slice(takenPrefix(workspaceId).length));
  const broadcasts = await findBroadcastsById(workspaceId, ids);
  const inUse = broadcasts.filter(({ completed_at }) => completed_at === null).map(({ id }) => id);
  const isLeft = (id: string): boolean => !inUse.includes(id) && idTimeMs(id) < clock.now() - requestMsMax;
  await removeObjects([
    ...ids.filter(isLeft).map((id) => `${takenPrefix(workspaceId)}${id}`),
    ...(await listKeys(uploadedPrefix(workspaceId))),
  ]);
};

interface AudienceFile {
  rowCount: number;
  readRecipients: (country: string) => FileRecipients;
}

export interface FileRecipients {
  entries: AudienceEntry[];
  rejections: Rejections;
  /** The first of them. */
  errors: FileError[];
}

/** The dashboard shows it to a person who knows no field of the API. */
const refuse = (fault: string): ApiError => new ApiError('bad_request', `The file ${fault}.`);

const missingFile = (): ApiError =>
  refuse(
    'does not exist. Upload it again: a file serves one broadcast, and is removed after a day or when a contact is erased',
  );

const split = 'Split it, and send a broadcast to each part';

export const openAudienceFile = (bytes: Buffer, params: TemplateParams | undefined): AudienceFile => {
  const text = decode(bytes);
  const separator = detectSeparator(text);
  const first = readCsv(text, separator).next().value;
  if (!first || first.fault !== undefined)
    throw refuse('does not name its columns. Put their names in the first line, "phone" for the number');
  const header = first.cells.map((cell) => removeFormulaEscapes(cell).trim());
  const columns = { phone: findPhoneColumn(header), values: findColumns(header, params), count: header.length };
  let rowCount = 0;
  for (const _ of readCsv(text, separator, first.next)) rowCount += 1;
  if (rowCount === 0) throw refuse('has no recipients. Add a line for each of them below the names of the columns');
  if (rowCount > fileRowsMax) throw refuse(`has ${rowCount} recipients; at most ${fileRowsMax} are possible. ${split}`);
  const readRecipients = (country: string) =>
    toRecipients(readCsv(text, separator, first.next), (record) => readRow(record, columns, params, country));
  return { rowCount, readRecipients };
};

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse('is not in UTF-8. Save it as CSV in UTF-8 and upload it again');
  }
};

const findPhoneColumn = (header: readonly string[]): number => {
  const found = header.flatMap((name, index) => (isPhoneColumn(name) ? [index] : []));
  const [column] = found;
  if (column !== undefined && found.length === 1) return column;
  throw refuse(
    column === undefined
      ? 'has no column for the phone number. Name one "phone"'
      : `has ${found.length} columns for the phone number. Keep one of them, named "phone"`,
  );
};

type Column = readonly [field: RowField, index: number];

/** Finds the columns that the template names. */
const findColumns = (header: readonly string[], params: TemplateParams | undefined): Column[] =>
  listColumns(params).map((field) => {
    const name = field.slice('row.'.length);
    const index = header.indexOf(name);
    if (index !== -1 && header.lastIndexOf(name) === index) return [field, index];
    throw refuse(
      index === -1
        ? `has no column "${name}", which the template uses. Add it, or use one of ${header.join(', ').slice(0, 500)}`
        : `has more than one column "${name}", which the template uses. Rename all but one`,
    );
  });

interface Columns {
  phone: number;
  values: readonly Column[];
  count: number;
}

type Row = { code: Exclude<FileError['code'], 'missing_value'> } | { entry: AudienceEntry; lacksValue: boolean };

const readRow = (
  { cells, fault }: CsvRecord,
  { phone: phoneColumn, values, count }: Columns,
  params: TemplateParams | undefined,
  country: string,
): Row => {
  if (fault !== undefined || cells.length > count) return { code: 'invalid_row' };
  const number = readCell(cells, phoneColumn);
  if (number === '') return { code: 'no_phone' };
  const phone = parsePhone(number, country);
  if (phone === undefined) return { code: 'invalid_phone' };
  const row: RowValues = Object.fromEntries(
    values.map(([field, index]) => [field, readCell(cells, index)]).filter(([, text]) => text !== ''),
  );
  if (!areShort(row)) return { code: 'invalid_row' };
  const lacksValue = findMissingColumn(params, row) !== undefined;
  return { entry: values.length === 0 ? { phone } : { phone, row }, lacksValue };
};

/** The channel refuses line breaks and tabs in a value. */
const readCell = (cells: readonly string[], index: number): string =>
  removeFormulaEscapes(cells[index] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The first of several equal numbers is accepted. */
const toRecipients = (records: Iterable<CsvRecord>, read: (record: CsvRecord) => Row): FileRecipients => {
  const entries = new Map<string, AudienceEntry>();
  const rejections = { ...noRejections };
  const errors: FileError[] = [];
  const note = (line: number, code: FileError['code']): void => {
    if (errors.length < fileErrorsMax) errors.push({ line, code });
  };
  for (const record of records) {
    const row = read(record);
    const code = 'code' in row ? row.code : entries.has(row.entry.phone) && 'duplicate';
    if (code) {
      rejections[code] += 1;
      note(record.line, code);
    } else if ('entry' in row) {
      entries.set(row.entry.phone, row.entry);
      if (row.lacksValue) note(record.line, 'missing_value');
    }
  }
  return { entries: [...entries.values()], rejections, errors };
};
