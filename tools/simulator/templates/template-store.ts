import { randomInt, randomUUID } from 'node:crypto';
import { type JsonObject, listOrEmpty, objectOrEmpty, textOrEmpty } from '../json.ts';

/** Rows as the channel lists them. Malformed parts of a row count as missing. */
export interface TemplateStore {
  list: (wabaId: string) => JsonObject[];
  /** Replaces a row with the same name and language. Without `wabaId`, for all business accounts. */
  put: (row: JsonObject, wabaId?: string) => JsonObject;
  /** Takes the template of a message. */
  find: (wabaId: string, template: JsonObject) => JsonObject | undefined;
}

export const createTemplateStore = (initial: readonly JsonObject[]): TemplateStore => {
  const allAccounts = '';
  const rows = new Map<string, Map<string, JsonObject>>();
  const mergeRows = (wabaId: string) => new Map([...(rows.get(allAccounts) ?? []), ...(rows.get(wabaId) ?? [])]);
  const put = (row: JsonObject, wabaId = allAccounts) => {
    const stored = { id: `1387${String(randomInt(10 ** 12)).padStart(12, '0')}`, ...row };
    const accountRows = rows.get(wabaId) ?? new Map<string, JsonObject>();
    rows.set(wabaId, accountRows.set(toKey(row), stored));
    return stored;
  };
  for (const row of initial) put(row);
  return {
    list: (wabaId) => [...mergeRows(wabaId).values()],
    put,
    find: (wabaId, { name, language }) =>
      mergeRows(wabaId).get(toKey({ name, language: objectOrEmpty(language)['code'] })),
  };
};

/** A malformed row without name or language is still listed. */
const toKey = ({ name, language }: JsonObject): string =>
  textOrEmpty(name) && textOrEmpty(language) ? `${textOrEmpty(name)} ${textOrEmpty(language)}` : randomUUID();

export const readList = (holder: JsonObject | undefined, field: string): JsonObject[] =>
  listOrEmpty(holder?.[field]).map(objectOrEmpty);

/** The holder is a row or a message. */
export const findComponent = (holder: JsonObject, type: string): JsonObject | undefined =>
  readList(holder, 'components').find((component) => textOrEmpty(component['type']).toUpperCase() === type);

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

/** Numbers in their order; names as they come. */
export const findPlaceholders = (text: unknown): string[] => {
  const names = [...textOrEmpty(text).matchAll(placeholder)].map(([, name = '']) => name);
  return [...new Set(names)].sort((left, right) => Number(left) - Number(right));
};

export const fillText = (text: unknown, parameters: readonly JsonObject[]): string => {
  const names = findPlaceholders(text);
  const values = new Map(
    parameters.map((parameter, index) => [textOrEmpty(parameter['parameter_name']) || names[index], parameter['text']]),
  );
  return textOrEmpty(text).replaceAll(placeholder, (match, name) => textOrEmpty(values.get(name)) || match);
};
