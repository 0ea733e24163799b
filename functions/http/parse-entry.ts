import type * as z from 'zod/mini';
import type { ApiError } from '../model/api-error.ts';
import { findUnknownField, unknownField } from './unknown-field.ts';
import { validate } from './validation-message.ts';

/** Parses one of many entries: its fault is a value, because the others go on. */
export const parseEntry = <Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  isStrict = false,
): z.output<Schema> | ApiError => {
  const unknown = isStrict ? findUnknownField(schema, input) : undefined;
  return unknown === undefined ? validate(schema, input, 'The entry') : unknownField(unknown);
};
