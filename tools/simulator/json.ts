export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOrEmpty = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listOrEmpty = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
