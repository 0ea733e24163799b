import { refName, type Schema } from './api-document.ts';
import { type Child, code, element, type Html, inline, link } from './html.ts';

export const schemaAnchor = (name: string): string => `schema-${name}`;

/** A type in words, with links to the named schemas. */
export const viewType = (schema: Schema): Child[] => {
  if (schema.$ref !== undefined) return [viewRef(schema.$ref)];
  const members = schema.anyOf ?? schema.oneOf;
  if (members) return members.flatMap((member, index) => [index === 0 ? '' : ' or ', ...viewType(member)]);
  const types = [schema.type ?? 'any'].flat();
  return types.flatMap((type, index) => [index === 0 ? '' : ' or ', ...viewNamedType(type, schema)]);
};

const viewRef = ($ref: string): Html => link(`#${schemaAnchor(refName($ref))}`, refName($ref));

const viewNamedType = (type: string, { items, format, additionalProperties }: Schema): Child[] => {
  if (type === 'array' && items) return ['array of ', ...viewType(items)];
  if (type === 'object' && additionalProperties) return ['object with values of ', ...viewType(additionalProperties)];
  return [type === 'string' && format !== undefined ? format : type];
};

/** The limits of a value, such as "at most 80 characters". */
const listLimits = (schema: Schema): Child[][] => {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum, pattern } = schema;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  return [
    ...range(minLength, maxLength, 'characters'),
    ...range(minItems, maxItems, 'items'),
    ...range(minimum, maximum, ''),
    ...(values ? [['one of ', ...joinCodes(values)]] : []),
    ...(pattern === undefined ? [] : [['matches ', code(pattern)]]),
    ...(schema.default === undefined || schema.default === '' ? [] : [['default ', code(String(schema.default))]]),
  ];
};

const range = (min: number | undefined, max: number | undefined, unit: string): Child[][] => {
  if (min === undefined && max === undefined) return [];
  const format = (value: number) => value.toLocaleString('en-US');
  const text =
    max === undefined
      ? `at least ${format(min ?? 0)}`
      : min === undefined
        ? `at most ${format(max)}`
        : `${format(min)} to ${format(max)}`;
  return [[`${text} ${unit}`.trim()]];
};

const joinCodes = (values: unknown[]): Child[] =>
  values.flatMap((value, index) => [index === 0 ? '' : ', ', code(String(value))]);

export interface Row {
  /** The anchor of a field, which search leads to. */
  id?: string;
  name: string;
  note: string;
  schema: Schema;
  description: string;
}

export const viewRows = (caption: string, rows: Row[]): Child =>
  rows.length === 0
    ? undefined
    : element(
        'table',
        {},
        element('caption', {}, caption),
        element('thead', {}, element('tr', {}, ...['Name', 'Type', 'Description'].map(viewHeading))),
        element('tbody', {}, ...rows.map(viewRow)),
      );

const viewHeading = (text: string): Html => element('th', { scope: 'col' }, text);

const viewRow = ({ id, name, note, schema, description }: Row): Html => {
  const limits = listLimits(schema).flatMap((limit, index) => [index === 0 ? '' : '; ', ...limit]);
  return element(
    'tr',
    id === undefined ? {} : { id },
    element('th', { scope: 'row' }, code(name), note === '' ? '' : element('span', { class: 'note' }, note)),
    element('td', {}, ...viewType(schema)),
    element(
      'td',
      {},
      ...inline(description),
      limits.length === 0 ? '' : element('span', { class: 'limits' }, ...limits),
    ),
  );
};

export const toRows = ({ properties = {}, required = [] }: Schema): Row[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    note: required.includes(name) ? 'required' : '',
    schema,
    description: schema.description ?? '',
  }));

export const viewSchema = (name: string, schema: Schema): Html => {
  const members = schema.anyOf ?? schema.oneOf;
  const limits = listLimits(schema);
  return element(
    'section',
    { id: schemaAnchor(name) },
    element('h3', {}, name),
    element('p', {}, ...inline(schema.description ?? '')),
    members ? element('p', {}, 'One of: ', ...viewType(schema), '.') : undefined,
    limits.length === 0 ? undefined : element('p', {}, ...limits.flat()),
    viewRows(
      `Fields of ${name}`,
      toRows(schema).map((row) => ({ ...row, id: `${schemaAnchor(name)}.${row.name}` })),
    ),
  );
};
