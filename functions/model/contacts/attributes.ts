import * as z from 'zod/mini';

const attributesMax = 50;

/** 50 attributes in plain English never reach it. A page of contacts is then read and returned within bounds. */
const jsonBytesMax = 16_384;

export const attributeNamePattern = /^[a-z][a-z0-9_]{0,39}$/;

const attributePrefix = 'attributes.';

/** How rules of segments and values of templates name an attribute. */
export const attributeField = z.templateLiteral([attributePrefix, z.string().check(z.regex(attributeNamePattern))]);

export type AttributeField = `${typeof attributePrefix}${string}`;

export const findAttributeName = (field: string): string | undefined =>
  field.startsWith(attributePrefix) ? field.slice(attributePrefix.length) : undefined;

/** Whether the table can store the number. */
const isStorable = (value: number): boolean =>
  value === 0 || (Math.abs(value) <= Number.MAX_SAFE_INTEGER && Math.abs(value) >= 1e-100);

const value = z.union([
  z.string().check(z.maxLength(255)),
  z.number().check(z.refine(isStorable, { error: 'must have at most 15 digits before the decimal point' })),
  z.boolean(),
]);

export type AttributeValue = z.output<typeof value>;

const nameError =
  'has a name that is not allowed. Use up to 40 lowercase letters, digits and underscores, a letter first';

const recordOf = <Value extends z.ZodMiniType>(schema: Value) =>
  z.record(z.string().check(z.regex(attributeNamePattern)), schema, {
    error: ({ code }) => (code === 'invalid_key' ? nameError : undefined),
  });

export const attributes = recordOf(value);

export type Attributes = z.output<typeof attributes>;

export const attributesError = `must be at most ${attributesMax} attributes with at most ${jsonBytesMax} bytes of UTF-8 as JSON`;

/** Contacts from before the limit may have larger ones, which may only become smaller. */
export const areFewAttributes = (values: Attributes, before: Attributes = {}): boolean =>
  Object.keys(values).length <= attributesMax && countBytes(values) <= Math.max(jsonBytesMax, countBytes(before) - 1);

const countBytes = (values: Attributes): number => new TextEncoder().encode(JSON.stringify(values)).length;

const changesRecord = recordOf(z.nullable(value)).check(
  z.refine((changes) => areFewAttributes(mergeAttributes({}, changes)), { error: attributesError }),
);

/** Null removes an attribute. They are counted first: checking the names of all that fit into a body takes 0.1 s. */
export const attributeChanges = z.pipe(
  z.transform((input, { issues }) => {
    const isObject = typeof input === 'object' && !Array.isArray(input);
    const values = isObject ? Object.values(Object(input)).filter((value) => value !== null) : [];
    if (values.length > attributesMax) issues.push({ code: 'custom', input, message: attributesError });
    // zod leaves this key out without a word.
    if (Object.hasOwn(Object(input), '__proto__')) issues.push({ code: 'custom', input, message: nameError });
    return input as z.input<typeof changesRecord>;
  }),
  changesRecord,
);

export type AttributeChanges = z.output<typeof attributeChanges>;

export const mergeAttributes = (before: Attributes, changes: AttributeChanges): Attributes =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
