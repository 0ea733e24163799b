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
export const readDefinition = (row: JsonObject): TemplateDefinition => {
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

export const substitute = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(placeholder, (match, name) => values.get(name) ?? match);
