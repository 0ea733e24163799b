import * as z from 'zod/mini';
import type { TemplateChoice, TemplateParams } from '../templates/template.ts';
import { type AttributeValue, attributeField, findAttributeName } from './attributes.ts';
import type { ContactItem } from './contact.ts';
import { fillPlaceholders, readPlaceholders } from './placeholders.ts';

/** The fields of a contact that a value of a template may name. */
const ownFields = ['name', 'email', 'company', 'phone'] as const;

export const contactField = z.union([z.enum(ownFields), attributeField]);

export type ContactField = z.output<typeof contactField>;

const fieldNames = [...ownFields, 'attributes.<name>'];

/** A column of the file that is the audience of a broadcast. */
export const rowField = z.templateLiteral(['row.', z.string()]);

export type RowField = z.output<typeof rowField>;

type ValueField = ContactField | RowField;

/** A field that the contact lacks is absent. */
export type ContactValues = Partial<Record<ContactField, string>>;

export type RowValues = Partial<Record<RowField, string>>;

interface Placeholder<Field extends ValueField> {
  field: Field;
  hasDefault: boolean;
}

const isContactField = (name: string): name is ContactField => z.safeParse(contactField, name).success;

export const hasOnlyKnownFields = (params: TemplateParams | undefined): boolean =>
  parseParams(params).names.every(isContactField);

/** Each is looked up for each recipient. */
const placeholdersMax = 50;

export const placeholdersError =
  `has more than ${placeholdersMax} different placeholders. ` +
  'Use fewer, for example one whose value is the whole sentence';

/** Counts the placeholders of a broadcast's template and of its recipients together. */
export const hasFewPlaceholders = (...allParams: readonly (TemplateParams | undefined)[]): boolean => {
  const fields = new Set(allParams.flatMap((params) => [...parseParams(params).names, ...listColumns(params)]));
  return fields.size <= placeholdersMax;
};

export const templateHasFewPlaceholders = z.refine<TemplateChoice>(({ params }) => hasFewPlaceholders(params), {
  path: ['params'],
  error: placeholdersError,
});

const unknownFieldError =
  'names a field that contacts do not have. ' +
  `Use ${fieldNames.map((field) => `{{contact.${field}}}`).join(', ')}, or write \\{{ for plain text`;

export const namesKnownFields = z.refine<TemplateParams>(hasOnlyKnownFields, { error: unknownFieldError });

export const templateNamesKnownFields = z.refine<TemplateChoice>(({ params }) => hasOnlyKnownFields(params), {
  path: ['params'],
  error: unknownFieldError,
});

export const columnError =
  'names a column, and only a broadcast with "file_id" has rows. Send the values themselves, ' +
  'or write \\{{row. for plain text';

export const namesNoColumns = z.refine<TemplateParams>((params) => !hasColumns(params), { error: columnError });

export const templateNamesNoColumns = z.refine<TemplateChoice>(({ params }) => !hasColumns(params), {
  path: ['params'],
  error: columnError,
});

export const hasColumns = (params: TemplateParams | undefined): boolean => listRowPlaceholders(params).length > 0;

/** A field that is named both with and without a default is listed twice. */
export const listPlaceholders = (params: TemplateParams | undefined): readonly Placeholder<ContactField>[] =>
  parseParams(params).contact;

export const listRowPlaceholders = (params: TemplateParams | undefined): readonly Placeholder<RowField>[] =>
  parseParams(params).row;

export const listColumns = (params: TemplateParams | undefined): RowField[] => [
  ...new Set(parseParams(params).row.map(({ field }) => field)),
];

interface ParsedParams {
  /** The contact's fields as they are written, known or not. */
  names: readonly string[];
  contact: readonly Placeholder<ContactField>[];
  row: readonly Placeholder<RowField>[];
}

/** The params of a broadcast are needed for each of its recipients, of which there may be 100,000. */
const parsedParams = new WeakMap<TemplateParams, ParsedParams>();

const parseParams = (params: TemplateParams = []): ParsedParams => {
  const parsed = parsedParams.get(params) ?? findPlaceholders(params);
  parsedParams.set(params, parsed);
  return parsed;
};

const findPlaceholders = (params: TemplateParams): ParsedParams => {
  const names = new Set<string>();
  const contact = new Map<string, Placeholder<ContactField>>();
  const row = new Map<string, Placeholder<RowField>>();
  for (const { name, column, fallback } of listTexts(params).flatMap(readPlaceholders)) {
    const hasDefault = fallback !== undefined;
    const field = column === undefined ? undefined : toRowField(column);
    const key = `${hasDefault} ${field ?? name}`;
    if (contact.has(key)) continue;
    if (field !== undefined) row.set(key, { field, hasDefault });
    if (name !== undefined) names.add(name);
    if (name !== undefined && isContactField(name)) contact.set(key, { field: name, hasDefault });
  }
  return { names: [...names], contact: [...contact.values()], row: [...row.values()] };
};

const toRowField = (text: string): RowField => `row.${text.slice('row.'.length).trim()}`;

export const listContactFields = (allParams: readonly (TemplateParams | undefined)[]): ContactField[] => [
  ...new Set(allParams.flatMap((params) => listPlaceholders(params).map(({ field }) => field))),
];

const listTexts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(listTexts);

/** The channel refuses line breaks and tabs in a value, and an empty one. */
export const pickContactValues = (
  contact: Partial<Pick<ContactItem, (typeof ownFields)[number] | 'attributes'>>,
  fields: readonly ContactField[],
): ContactValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = String(readField(contact, field) ?? '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      return value === '' ? [] : [[field, value] as const];
    }),
  );

const readField = (
  contact: Parameters<typeof pickContactValues>[0],
  field: ContactField,
): AttributeValue | null | undefined => {
  const name = findAttributeName(field);
  if (name === undefined) return contact[field as (typeof ownFields)[number]];
  return Object.hasOwn(contact.attributes ?? {}, name) ? contact.attributes?.[name] : undefined;
};

/** The field that neither the contact, nor the row of a file, nor a default fills. */
export const findMissingField = (
  params: TemplateParams | undefined,
  values: ContactValues,
  row?: RowValues,
): ValueField | undefined =>
  listPlaceholders(params).find(({ field, hasDefault }) => !hasDefault && values[field] === undefined)?.field ??
  (row && findMissingColumn(params, row));

export const findMissingColumn = (params: TemplateParams | undefined, row: RowValues): RowField | undefined =>
  listRowPlaceholders(params).find(({ field, hasDefault }) => !hasDefault && row[field] === undefined)?.field;

/** Each recipient of a broadcast keeps a copy of the sentence, and a column may have a name of any length. */
const nameLengthMax = 80;

export const describeMissing = (field: ValueField): string => {
  const name = field.length > nameLengthMax ? `${field.slice(0, nameLengthMax)}…` : field;
  return field.startsWith('row.')
    ? `The row has no ${name.slice('row.'.length)}, and {{${name}}} has no default. ` +
        `Fill in the cell, or write a default: {{${name}|…}}.`
    : `The contact has no ${name}, and {{contact.${name}}} has no default. ` +
        `Set it on the contact, or write a default: {{contact.${name}|…}}.`;
};

export const fillParams = (params: TemplateParams, values: ContactValues, row?: RowValues): TemplateParams =>
  mapTexts(params, (text) =>
    fillPlaceholders(text, ({ match, name, column, fallback = '' }) => {
      if (column !== undefined && !row) return match;
      const value = column === undefined ? readValue(values, name) : row?.[toRowField(column)];
      return value ?? fallback.trim();
    }),
  ) as TemplateParams;

const readValue = (values: ContactValues, name = ''): string | undefined =>
  isContactField(name) ? values[name] : undefined;

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
};
