import { resolveRef } from './described-api.ts';

type Schema = { [name: string]: unknown };

const asSchema = (value: unknown): Schema => Object(value);

const variantsOf = (schema: Schema): Schema[] =>
  ['oneOf', 'anyOf', 'allOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name].map(asSchema) : []));

const times = [
  '0000-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
];

const sampleOf = (described: Schema): unknown => {
  const schema: Schema = resolveRef(described);
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (schema['type'] === 'object') return {};
  return schema['format'] === 'uuid' ? '01a1e443-7031-7000-bf1e-cf9b54689def' : 'x';
};

/**
 * Variants of a value that the schema describes, each with one part that is far too long or out of range. `sizeMax` is
 * the length of texts and, divided by 16, of lists.
 */
export const hostileVariants = (
  described: Schema,
  good: unknown,
  sizeMax: number,
): [name: string, value: unknown][] => {
  const schema: Schema = resolveRef(described);
  const type = [schema['type']].flat().find((name) => name !== 'null');
  const count = sizeMax / 16;
  if (schema['enum'] || schema['const']) return [];
  if (schema['format'] === 'date-time') return times.map((time) => [time, time]);
  if (type === 'string') return [['long', 'x'.repeat(sizeMax)]];
  if (type === 'integer' || type === 'number') return [-1, 2 ** 53, 1e308].map((value) => [`${value}`, value]);
  if (type === 'array') {
    const items = asSchema(schema['items']);
    const inItem = hostileVariants(items, Array.isArray(good) ? good[0] : undefined, sizeMax);
    const many = Array.from({ length: count }, () => sampleOf(items));
    return [['many', many], ...inItem.map(([name, value]): [string, unknown] => [`[].${name}`, [value]])];
  }
  const within = variantsOf(schema).flatMap((variant) => hostileVariants(variant, good, sizeMax));
  const fixed = Object.entries(asSchema(schema['properties'])).flatMap(([field, node]) =>
    'const' in asSchema(node) ? [[field, asSchema(node)['const']]] : [],
  );
  const base = { ...Object(good), ...Object.fromEntries(fixed) };
  const fields = Object.entries(asSchema(schema['properties'])).flatMap(([field, node]) =>
    hostileVariants(asSchema(node), base[field], sizeMax).map(([name, value]): [string, unknown] => [
      `${field}.${name}`,
      { ...base, [field]: value },
    ]),
  );
  if (!schema['additionalProperties']) return [...within, ...fields];
  const names = Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 'x']));
  return [...within, ...fields, ['many', names], ['long', { n: 'x'.repeat(sizeMax) }]];
};
