import * as z from 'zod/mini';
import { ApiError } from '../model/api-error.ts';
import { validationMessage } from './validation-message.ts';

/** For one of many entries in a body: its fault is a value, because the others go on. */
export const parseEntry = <Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> | ApiError => {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  return new ApiError('bad_request', validationMessage(result.error.issues, input, 'The entry'));
};
