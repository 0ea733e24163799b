import { randomInt, randomUUID } from 'node:crypto';
import { missingParameter, refuse } from '../channel/refusal.ts';
import { type JsonObject, listOrEmpty, objectOrEmpty, textOrEmpty } from '../json.ts';

export interface TextDefinition {
  text: string;
  placeholders: string[];
}

export interface HeaderDefinition extends TextDefinition {
  format: string;
}

export interface ButtonDefinition {
  type: string;
  isDynamic: boolean;
}

export interface TemplatePart {
  header: HeaderDefinition | undefined;
  body: TextDefinition | undefined;
  buttons: ButtonDefinition[];
}

export interface TemplateDefinition extends TemplatePart {
  status: string;
  category: string;
  isNamed: boolean;
  cards: TemplatePart[] | undefined;
}

/** Malformed parts of a row count as missing. */
const readDefinition = (row: JsonObject): TemplateDefinition => {
  const components = listOrEmpty(row['components']).map(objectOrEmpty);
  const part = readPart(components);
  const cards = findComponent(components, 'CAROUSEL')?.['cards'];
  return {
    ...part,
    status: textOrEmpty(row['status']).toUpperCase(),
    category: textOrEmpty(row['category']).toLowerCase() || 'utility',
    isNamed: isNamed(row, part),
    cards: cards === undefined ? undefined : listOrEmpty(cards).map((card) => readPart(readComponents(card))),
  };
};

export const findComponent = (components: readonly JsonObject[], type: string): JsonObject | undefined =>
  components.find((component) => textOrEmpty(component['type']).toUpperCase() === type);

export const readComponents = (card: unknown): JsonObject[] =>
  listOrEmpty(objectOrEmpty(card)['components']).map(objectOrEmpty);

const readPart = (components: readonly JsonObject[]): TemplatePart => {
  const header = findComponent(components, 'HEADER');
  const body = findComponent(components, 'BODY');
  const buttons = listOrEmpty(findComponent(components, 'BUTTONS')?.['buttons']).map(objectOrEmpty);
  return {
    header: header && { format: textOrEmpty(header['format']).toUpperCase(), ...readTextDefinition(header) },
    body: body && readTextDefinition(body),
    buttons: buttons.map(({ type, url }) => ({
      type: textOrEmpty(type).toUpperCase(),
      isDynamic: findPlaceholders(textOrEmpty(url)).length > 0,
    })),
  };
};

const readTextDefinition = (component: JsonObject): TextDefinition => {
  const text = textOrEmpty(component['text']);
  return { text, placeholders: findPlaceholders(text) };
};

const placeholder = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

const findPlaceholders = (text: string): string[] => {
  const names = [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
};

/** Old rows have no `parameter_format`, so their placeholders decide. */
const isNamed = (row: JsonObject, { header, body }: TemplatePart): boolean => {
  const format = textOrEmpty(row['parameter_format']).toUpperCase();
  const names = [...(header?.placeholders ?? []), ...(body?.placeholders ?? [])];
  return format === 'NAMED' || (format === '' && names.some((name) => /\D/.test(name)));
};

const substitute = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(placeholder, (match, name) => values.get(name) ?? match);

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

export const fillText = (
  definition: TextDefinition,
  parameters: readonly JsonObject[],
  isNamed: boolean,
  label: string,
): string => {
  if (isNamed) checkNames(parameters, label);
  if (parameters.length !== definition.placeholders.length) throw countMismatch(parameters.length, definition, label);
  const values = new Map(
    parameters.map((parameter, index) => [
      (isNamed ? textOrEmpty(parameter['parameter_name']) : definition.placeholders[index]) ?? '',
      displayText(parameter, label),
    ]),
  );
  const filled = definition.placeholders.filter((name) => values.has(name));
  if (filled.length < definition.placeholders.length) throw countMismatch(filled.length, definition, label);
  return substitute(definition.text, values);
};

const checkNames = (parameters: readonly JsonObject[], label: string): void => {
  const isNameless = parameters.some((parameter) => !textOrEmpty(parameter['parameter_name']));
  if (isNameless) throw refuse(100, { message: '(#100) Invalid parameter', details: missingNameDetails(label) });
};

const missingNameDetails = (label: string): string =>
  label.startsWith('carousel') ? `${label}: Parameter name is missing or empty` : 'Parameter name is missing or empty';

const countMismatch = (given: number, { placeholders }: TextDefinition, label: string) =>
  refuse(132000, {
    details:
      `${label}: number of localizable_params (${given}) does not match the expected number of params ` +
      `(${placeholders.length})`,
  });

const displayText = (parameter: JsonObject, label: string): string => {
  const type = parameterType(parameter);
  if (type === 'currency' || type === 'date_time') return textOrEmpty(objectOrEmpty(parameter[type])['fallback_value']);
  if (type !== 'text') throw formatMismatch(label, 'TEXT', type);
  return readParameterText(parameter['text'], label);
};

export const readParameterText = (value: unknown, label: string): string => {
  const text = textOrEmpty(value);
  if (text === '') throw missingParameter(`${label}: Parameter of type text is missing text value`);
  if (/[\n\t]| {5}/.test(text)) {
    throw refuse(132018, {
      details: `${label}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
    });
  }
  return text;
};

export const parameterType = (parameter: JsonObject | undefined): string =>
  textOrEmpty(parameter?.['type']).toLowerCase();

export const formatMismatch = (label: string, expected: string, received: string) =>
  refuse(132012, {
    details: `${label}: Format mismatch, expected ${expected}, received ${received.toUpperCase() || 'UNKNOWN'}`,
  });
