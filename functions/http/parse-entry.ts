import * as z from 'zod/mini';
import { ApiError } from '../model/api-error.ts';
import { defaultMessage, validationMessage } from './validation-message.ts';

/**
 * Parses one of many entries: its fault is a value, because the others go on. The admin commands load the whole of zod,
 * which has default messages of its own.
 */
export const parseEntry = <Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> | ApiError => {
  const result = z.safeParse(schema, input, { error: () => defaultMessage });
  if (result.success) return result.data;
  return new ApiError('bad_request', validationMessage(result.error.issues, input, 'The entry'));
};
