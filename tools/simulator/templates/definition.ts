import { type JsonObject, listIn, objectIn, textIn } from '../json.ts';

export interface TextForm {
  text: string;
  /** Distinct placeholders: numbers in their order, names in order of appearance. */
  placeholders: string[];
}

export interface HeaderForm extends TextForm {
  /** TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION … */
  format: string;
}

export interface ButtonForm {
  type: string;
  /** Whether a URL ends in a placeholder. */
  isDynamic: boolean;
}

/** What a template and a card of a carousel have alike. */
export interface Part {
  header: HeaderForm | undefined;
  body: TextForm | undefined;
  buttons: ButtonForm[];
}

/** A template's definition as far as sending needs it. */
export interface Definition extends Part {
  status: string;
  category: string;
  isNamed: boolean;
  cards: Part[] | undefined;
}

/** Reads a row of the list. An unsound row reads as one that lacks what is unsound: the channel never fails over it. */
export const readDefinition = (row: JsonObject): Definition => {
  const components = listIn(row['components']).map(objectIn);
  const part = readPart(components);
  const cards = findComponent(components, 'CAROUSEL')?.['cards'];
  return {
    ...part,
    status: textIn(row['status']).toUpperCase(),
    category: textIn(row['category']).toLowerCase() || 'utility',
    isNamed: isNamed(row, part),
    cards: cards === undefined ? undefined : listIn(cards).map((card) => readPart(componentsIn(card))),
  };
};

/** Component types are compared in any case. */
export const findComponent = (components: readonly JsonObject[], type: string): JsonObject | undefined =>
  components.find((component) => textIn(component['type']).toUpperCase() === type);

export const componentsIn = (card: unknown): JsonObject[] => listIn(objectIn(card)['components']).map(objectIn);

const readPart = (components: readonly JsonObject[]): Part => {
  const header = findComponent(components, 'HEADER');
  const body = findComponent(components, 'BODY');
  const buttons = listIn(findComponent(components, 'BUTTONS')?.['buttons']).map(objectIn);
  return {
    header: header && { format: textIn(header['format']).toUpperCase(), ...readText(header) },
    body: body && readText(body),
    buttons: buttons.map(({ type, url }) => ({
      type: textIn(type).toUpperCase(),
      isDynamic: placeholdersIn(textIn(url)).length > 0,
    })),
  };
};

const readText = (component: JsonObject): TextForm => {
  const text = textIn(component['text']);
  return { text, placeholders: placeholdersIn(text) };
};

const placeholder = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

const placeholdersIn = (text: string): string[] => {
  const names = [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
};

/** Old rows do not tell; their placeholders do. */
const isNamed = (row: JsonObject, { header, body }: Part): boolean => {
  const format = textIn(row['parameter_format']).toUpperCase();
  const names = [...(header?.placeholders ?? []), ...(body?.placeholders ?? [])];
  return format === 'NAMED' || (format === '' && names.some((name) => /\D/.test(name)));
};

/** The text with its values in place. */
export const substitute = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(placeholder, (whole, name) => values.get(name) ?? whole);
