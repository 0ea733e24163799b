export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value if it is an object, else an empty one: callers send anything, and every field of it may be missing. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
