import type * as z from 'zod/mini';
import { ApiError } from '../model/api-error.ts';
import { quoteField } from './validation-message.ts';

/** The path of the first field of a body that its schema does not know, and would drop. */
export const findUnknownField = (schema: z.core.$ZodType, value: unknown): string | undefined => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return findInEntries(value, (name) => def.shape[name]);
    case 'record':
      return findInEntries(value, () => def.valueType);
    case 'array':
      return Array.isArray(value) ? findInEntries(value, () => def.element) : undefined;
    case 'optional':
    case 'nullable':
    case 'default':
      return findUnknownField(def.innerType, value);
    case 'pipe':
      return findUnknownField((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in, value);
    case 'union': {
      const types = Array.isArray(value) ? ['array'] : ['object', 'record'];
      const found = (def.options as readonly z.core.$ZodTypes[])
        .filter(({ _zod }) => types.includes(_zod.def.type))
        .map((option) => findUnknownField(option, value));
      return found.includes(undefined) ? undefined : found[0];
    }
    default:
      return undefined;
  }
};

const findInEntries = (value: unknown, toSchema: (name: string) => z.core.$ZodType | undefined): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const schema = toSchema(name);
    if (!schema) return name;
    const inner = findUnknownField(schema, part);
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return undefined;
};

export const unknownField = (path: string): ApiError =>
  new ApiError('bad_request', `${quoteField(path)} is not a field of this request. Check its name, or remove it.`);
