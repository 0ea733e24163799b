import * as z from 'zod/mini';
import { ApiError } from '../model/api-error.ts';
import { findUnknownField, unknownField } from './unknown-field.ts';
import { defaultMessage, validationMessage } from './validation-message.ts';

/**
 * Parses one of many entries: its fault is a value, because the others go on. The admin commands load the whole of zod,
 * which has default messages of its own.
 */
export const parseEntry = <Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  isStrict = false,
): z.output<Schema> | ApiError => {
  const unknown = isStrict ? findUnknownField(schema, input) : undefined;
  if (unknown !== undefined) return unknownField(unknown);
  const result = z.safeParse(schema, input, { error: () => defaultMessage });
  if (result.success) return result.data;
  return new ApiError('bad_request', validationMessage(result.error.issues, input, 'The entry'));
};
