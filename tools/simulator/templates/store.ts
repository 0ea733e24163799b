import { randomInt, randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import { textOrEmpty } from '../json.ts';
import { readDefinition, type TemplateDefinition } from './definition.ts';

export interface TemplateStore {
  list: (wabaId: string) => JsonObject[];
  /** Replaces a row with the same name and language. Without `wabaId`, for all business accounts. */
  put: (row: JsonObject, wabaId?: string) => JsonObject;
  find: (wabaId: string, name: string, language: string) => TemplateDefinition | undefined;
}

export const createTemplateStore = (initial: readonly JsonObject[]): TemplateStore => {
  const allAccounts = '';
  const rows = new Map<string, Map<string, JsonObject>>();
  const mergeRows = (wabaId: string) => new Map([...(rows.get(allAccounts) ?? []), ...(rows.get(wabaId) ?? [])]);
  const put = (row: JsonObject, wabaId = allAccounts) => {
    const stored = {
      id: `1387${randomInt(10 ** 12)
        .toString()
        .padStart(12, '0')}`,
      ...row,
    };
    const accountRows = rows.get(wabaId) ?? new Map<string, JsonObject>();
    rows.set(wabaId, accountRows.set(toKey(row), stored));
    return stored;
  };
  for (const row of initial) put(row);
  return {
    list: (wabaId) => [...mergeRows(wabaId).values()],
    put,
    find: (wabaId, name, language) => {
      const key = toKey({ name, language });
      const row = rows.get(wabaId)?.get(key) ?? rows.get(allAccounts)?.get(key);
      return row && readDefinition(row);
    },
  };
};

/** A malformed row without name or language is still listed. */
const toKey = ({ name, language }: JsonObject): string =>
  textOrEmpty(name) && textOrEmpty(language) ? `${textOrEmpty(name)} ${textOrEmpty(language)}` : randomUUID();
