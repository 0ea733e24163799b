import { randomInt, randomUUID } from 'node:crypto';
import type { JsonObject } from '../json.ts';
import { textIn } from '../json.ts';
import { type Definition, readDefinition } from './definition.ts';

/** Template rows as the list shows them: those of every business account, and those of one, which win. */
export interface TemplateStore {
  list: (wabaId: string) => JsonObject[];
  /** Adds a row, or replaces the one of its name and language. Without a business account it is everybody's. */
  put: (row: JsonObject, wabaId?: string) => JsonObject;
  find: (wabaId: string, name: string, language: string) => Definition | undefined;
}

export const createTemplateStore = (known: readonly JsonObject[]): TemplateStore => {
  const everybody = '';
  const rows = new Map<string, Map<string, JsonObject>>();
  const rowsOf = (wabaId: string) => new Map([...(rows.get(everybody) ?? []), ...(rows.get(wabaId) ?? [])]);
  const put = (row: JsonObject, wabaId = everybody) => {
    const stored = {
      id: `1387${randomInt(10 ** 12)
        .toString()
        .padStart(12, '0')}`,
      ...row,
    };
    const own = rows.get(wabaId) ?? new Map<string, JsonObject>();
    rows.set(wabaId, own.set(keyOf(row), stored));
    return stored;
  };
  for (const row of known) put(row);
  return {
    list: (wabaId) => [...rowsOf(wabaId).values()],
    put,
    find: (wabaId, name, language) => {
      const key = keyOf({ name, language });
      const row = rows.get(wabaId)?.get(key) ?? rows.get(everybody)?.get(key);
      return row && readDefinition(row);
    },
  };
};

/** A row without name or language is unsound, and listed all the same. */
const keyOf = ({ name, language }: JsonObject): string =>
  textIn(name) && textIn(language) ? `${textIn(name)} ${textIn(language)}` : randomUUID();
