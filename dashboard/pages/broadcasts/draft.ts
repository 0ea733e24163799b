import type * as z from 'zod/mini';
import { isPhoneColumn } from '../../../functions/model/broadcasts/audience-file.ts';
import { type broadcastInput, recipientsMax } from '../../../functions/model/broadcasts/broadcast.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import {
  escapePlaceholders,
  fillPlaceholders,
  readPlaceholders,
} from '../../../functions/model/contacts/placeholders.ts';
import type { ContactValues } from '../../../functions/model/contacts/values.ts';
import { removeFormulaEscapes } from '../../../functions/model/csv.ts';
import { type CsvRecord, detectSeparator, readCsv } from '../../../functions/model/read-csv.ts';
import type { StructuredParams } from '../../../functions/model/templates/template.ts';
import { type TemplateValue, toParams } from '../../components/templates/template-fields.ts';

export const contactSources = ['name', 'email', 'company', 'phone'] as const;

/**
 * `from` is "text", a field of the contact, "column 2", or "raw" for what the API wrote. The text is the value, or what
 * stands for a missing field.
 */
export interface ValueChoice {
  from: string;
  text: string;
  /** The cells of the column are what the API wrote. */
  isRaw?: boolean;
}

export interface BroadcastDraft {
  name: string;
  template: { name: string; language: string } | null;
  /** The choices by the id of the template's field. */
  values: Readonly<Record<string, ValueChoice>>;
  audience: 'segment' | 'people' | 'numbers';
  segmentId: string;
  people: readonly { id: string; name: string | null }[];
  /** CSV as it was pasted, or the first lines of an uploaded file. */
  numbers: string;
  file: { id: string; name: string; rows: number } | null;
  /** The value of the browser's field, in its time zone; empty to send now. */
  at: string;
}

export const emptyDraft: BroadcastDraft = {
  name: '',
  template: null,
  values: {},
  audience: 'segment',
  segmentId: '',
  people: [],
  numbers: '',
  file: null,
  at: '',
};

export const isEmptyBroadcastDraft = ({ name, template, segmentId, people, numbers }: BroadcastDraft): boolean =>
  !name.trim() && !template && !segmentId && people.length === 0 && !numbers.trim();

export interface NumberRow {
  line: number;
  to: string;
  cells: readonly string[];
  fault?: 'phone' | 'duplicate' | 'broken';
}

export interface NumberTable {
  /** The names of the columns, the number's own included; null where the file names none. */
  columns: readonly (string | null)[];
  phoneColumn: number;
  rows: readonly NumberRow[];
}

const phoneLike = /^\+?[\d\s()./-]{6,24}$/;

/** A header, and one more than can be sent. */
const recordsMax = recipientsMax + 2;

const readRecords = (text: string, max: number): CsvRecord[] => {
  const records: CsvRecord[] = [];
  for (const record of readCsv(text, detectSeparator(text.trimStart()))) if (records.push(record) === max) break;
  return records;
};

/** The beginning of a file, cut where a row ends: a quoted cell may have several lines. */
export const firstRows = (text: string, max: number): string =>
  text.slice(0, readRecords(text, max).at(-1)?.next.index ?? 0);

/**
 * The first line names the columns if it holds no number. The server has the last word on every number. It stops after
 * more rows than can be sent, because it reads them again whenever a key is pressed.
 */
export const readNumbers = (text: string): NumberTable => {
  const records = readRecords(text, recordsMax).map(({ cells, ...record }) => ({
    ...record,
    cells: cells.map((cell) => removeFormulaEscapes(cell).trim()),
  }));
  const [first] = records;
  const hasHeader = first !== undefined && !first.cells.some((cell) => phoneLike.test(cell));
  const names = hasHeader ? first.cells : [];
  const phoneColumn = Math.max(0, names.findIndex(isPhoneColumn));
  const width = Math.max(0, ...records.map(({ cells }) => cells.length));
  const seen = new Set<string>();
  const rows = records.slice(hasHeader ? 1 : 0).map(({ line, cells, fault }): NumberRow => {
    const to = cells[phoneColumn] ?? '';
    const digits = to.replaceAll(/\D/g, '');
    const isDuplicate = seen.has(digits);
    seen.add(digits);
    const found = fault ? 'broken' : !phoneLike.test(to) ? 'phone' : isDuplicate ? 'duplicate' : undefined;
    return { line, to, cells, ...(found ? { fault: found } : {}) };
  });
  return { columns: Array.from({ length: width }, (_, index) => names[index] || null), phoneColumn, rows };
};

export const columnOf = ({ from }: ValueChoice): number | undefined => {
  const [, index] = /^column (\d+)$/.exec(from) ?? [];
  return index === undefined ? undefined : Number(index);
};

/** A field of the contact, or an attribute: `attributes.plan`. */
export const isContactSource = (from: string): boolean => /^(name|email|company|phone|attributes\.\w+)$/.test(from);

export const toContactValues = (
  contact: Pick<Contact, (typeof contactSources)[number] | 'attributes'>,
): ContactValues => {
  const own = contactSources.map((field) => [field, contact[field]] as const);
  const attributes = Object.entries(contact.attributes).map(([name, value]) => [`attributes.${name}`, String(value)]);
  return Object.fromEntries([...own, ...attributes].filter(([, value]) => value));
};

const isOfFile = ({ audience, file }: BroadcastDraft): boolean => audience === 'numbers' && file !== null;

/** Writes a value for the API: `{{contact.name|there}}` for a field, with what stands for a missing one. */
const toValue = (choice: ValueChoice | undefined, row: NumberRow | undefined): string => {
  if (!choice) return '';
  const column = columnOf(choice);
  const cell = row?.cells[column ?? 0] ?? '';
  if (column !== undefined) return choice.isRaw ? cell : escapePlaceholders(cell);
  if (choice.from === 'raw') return choice.text;
  if (!isContactSource(choice.from)) return escapePlaceholders(choice.text.trim());
  const fallback = choice.text.replaceAll(/[{}]/g, '').trim();
  return `{{contact.${choice.from}${fallback ? `|${fallback}` : ''}}}`;
};

/** The defaults for a missing field of the contact or of a row. */
export const defaultsOf = (values: readonly ValueChoice[], field: string): string[] => {
  const found = values
    .filter(({ from }) => from === 'raw' || isContactSource(from))
    .flatMap((choice) => readPlaceholders(toValue(choice, undefined)));
  return [
    ...new Set(
      found.flatMap(({ name, column, fallback }) =>
        fallback !== undefined && (name ?? column?.trim()) === field ? fallback.trim() : [],
      ),
    ),
  ];
};

const toValues = (draft: BroadcastDraft, fields: readonly TemplateValue[], row?: NumberRow): Record<string, string> =>
  Object.fromEntries(fields.map(({ id }) => [id, toValue(draft.values[id], row)]));

interface SampleValues {
  values: ContactValues;
  row?: NumberRow | undefined;
}

/** The values as one person gets them. One that is missing stays a placeholder. */
export const sampleParams = (
  draft: BroadcastDraft,
  fields: readonly TemplateValue[],
  { values, row }: SampleValues,
  write = (text: string) => text,
): StructuredParams => {
  const filled = Object.entries(toValues(draft, fields, row)).map(([id, text]) => [id, write(fill(text, values))]);
  return toParams(fields, Object.fromEntries(filled));
};

const fill = (text: string, values: ContactValues): string =>
  fillPlaceholders(text, ({ match, name, fallback = '' }) =>
    name === undefined ? match : (values[name as keyof ContactValues] ?? fallback.trim()),
  );

/** The same for the API, which fills placeholders with the values of the number that gets the test. */
export const testMessageParams = (
  draft: BroadcastDraft,
  fields: readonly TemplateValue[],
  sample: SampleValues,
): StructuredParams => sampleParams(draft, fields, sample, escapePlaceholders);

const columnsOf = ({ values }: BroadcastDraft, fields: readonly TemplateValue[]): number[] =>
  fields.flatMap(({ id }) => (values[id] ? (columnOf(values[id]) ?? []) : []));

/** Rows without one of their values get no message, as in a file. */
export const findEmptyRows = (
  draft: BroadcastDraft,
  fields: readonly TemplateValue[],
  table: NumberTable,
): NumberRow[] => {
  const columns = columnsOf(draft, fields).filter((column) => column < table.columns.length);
  return table.rows.filter(({ cells }) => columns.some((column) => !cells[column]));
};

type Lack = 'template' | 'unsupported' | 'values' | 'segment' | 'people' | 'numbers' | 'tooMany' | 'name' | 'time';

/** The part that the check still needs; undefined if nothing is missing. */
export const lackOf = (
  draft: BroadcastDraft,
  fields: readonly TemplateValue[] | undefined,
  table: NumberTable,
): Lack | undefined => {
  if (!draft.template || !fields) return 'template';
  if (fields.some(({ id }) => !isFilled(draft, draft.values[id], table))) return 'values';
  if (draft.audience === 'segment') return draft.segmentId ? undefined : 'segment';
  if (isOfFile(draft)) return undefined;
  const listed =
    draft.audience === 'people' ? draft.people.length : table.rows.length - findEmptyRows(draft, fields, table).length;
  if (listed === 0) return draft.audience;
  return listed > recipientsMax ? 'tooMany' : undefined;
};

const isFilled = ({ audience }: BroadcastDraft, choice: ValueChoice | undefined, { columns }: NumberTable): boolean => {
  if (!choice) return false;
  const column = columnOf(choice);
  if (column !== undefined) return audience === 'numbers' && column < columns.length;
  return isContactSource(choice.from) || choice.text.trim() !== '';
};

const daysMax = 30;

export const isTimeValid = (at: string, nowMs: number): boolean => {
  const atMs = new Date(at).getTime();
  return atMs > nowMs && atMs <= nowMs + daysMax * 24 * 60 * 60_000;
};

/** With values from columns, every recipient has a set of its own. */
export const toInput = (
  draft: BroadcastDraft,
  fields: readonly TemplateValue[],
  table: NumberTable,
  name: string,
): z.input<typeof broadcastInput> => {
  const { template, audience, segmentId, people, at } = draft;
  const isFile = isOfFile(draft);
  const isOwn = columnsOf(draft, fields).length > 0 && !isFile;
  // The server reads the cells of a file itself.
  const shared = isFile ? { ...draft, values: withColumnNames(draft, table) } : draft;
  const params = fields.length > 0 && !isOwn ? { params: toParams(fields, toValues(shared, fields)) } : {};
  const empty = findEmptyRows(draft, fields, table);
  const recipients = table.rows
    .filter((row) => !empty.includes(row))
    .map((row) => ({
      to: row.to,
      ...(isOwn ? { params: toParams(fields, toValues(draft, fields, row)) } : {}),
    }));
  return {
    name,
    template: { name: template?.name ?? '', language: template?.language ?? '', ...params },
    ...(audience === 'segment' ? { segment_id: segmentId } : {}),
    ...(audience === 'people' ? { contact_ids: people.map(({ id }) => id) } : {}),
    ...(audience === 'numbers' && !isFile ? { recipients } : {}),
    ...(isFile ? { file_id: draft.file?.id } : {}),
    ...(at ? { scheduled_at: new Date(at).toISOString() } : {}),
  };
};

const withColumnNames = ({ values }: BroadcastDraft, { columns }: NumberTable): BroadcastDraft['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([id, choice]) => {
      const column = columnOf(choice);
      return [id, column === undefined ? choice : { from: 'raw', text: `{{row.${columns[column] ?? ''}}}` }];
    }),
  );
