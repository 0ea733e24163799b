import { placeholderPattern } from '../../../model/templates/contents.ts';
import type {
  TemplateBody,
  TemplateButton,
  TemplateDefinition,
  TemplateHeader,
  TemplateParts,
} from '../../../model/templates/template.ts';
import { findObject, type JsonObject, readArray, readObject, readPath, readText } from '../untrusted-json.ts';

/** Checks everything that a send relies on; skips unknown components and buttons. */
export const readTemplateDefinition = (raw: unknown): TemplateDefinition | { malformed: string } => {
  const problems: string[] = [];
  const definition = readRow(readObject(raw), (problem) => problems.push(problem));
  return problems.length === 0 ? definition : { malformed: [...new Set(problems)].join('; ') };
};

const readRow = (row: JsonObject, report: ReportProblem): TemplateDefinition => {
  const { name, language, components } = row;
  if (readText(name) === null) report('it has no name');
  if (readText(language) === null) report('it has no language');
  if (!Array.isArray(components)) report('its components are not a list');
  const parts = readParts(readArray(components), report);
  const carousel = findComponent(readArray(components), 'CAROUSEL');
  const cards = carousel ? readCards(carousel, report) : [];
  if (Array.isArray(components) && !parts.body && !carousel) report('it has no body');
  checkFormat(row, [parts, ...cards].flatMap(listPlaceholders), report);
  return {
    name: readText(name) ?? '',
    language: readText(language) ?? '',
    status: readText(row['status'])?.toUpperCase() ?? null,
    ...parts,
    cards,
  };
};

const readCards = (carousel: JsonObject, report: ReportProblem): TemplateParts[] => {
  const cards = readArray(carousel['cards']).map((card) => readPath(card, 'components'));
  if (cards.length === 0 || !cards.every(Array.isArray)) report('a carousel has no cards with components');
  const parts = cards.map((components) => readParts(readArray(components), report));
  if (new Set(parts.map(describeStructure)).size > 1) report('the cards of a carousel differ in structure');
  return parts;
};

/** The channel requires all cards to have the same structure. */
const describeStructure = ({ header, body, buttons }: TemplateParts): string =>
  [header?.kind, body ? 'body' : 'no body', ...buttons.map(({ kind }) => kind)].join(' ');

const listPlaceholders = ({ header, body }: TemplateParts): string[] => [
  ...(header?.kind === 'text' && header.placeholder !== undefined ? [header.placeholder] : []),
  ...(body && body.text !== null ? body.placeholders : []),
];

/** Old rows have no format, and a template without placeholders may have either. */
const checkFormat = (row: JsonObject, placeholders: string[], report: ReportProblem): void => {
  const positionalCount = placeholders.filter(isPositional).length;
  if (positionalCount > 0 && positionalCount < placeholders.length) report('its placeholders mix names and numbers');
  const format = readText(row['parameter_format'])?.toUpperCase();
  if (
    (format === 'NAMED' && positionalCount > 0) ||
    (format === 'POSITIONAL' && positionalCount < placeholders.length)
  ) {
    report('its parameter format contradicts its placeholders');
  }
};

type ReportProblem = (problem: string) => void;

const readParts = (components: readonly unknown[], report: ReportProblem): TemplateParts => {
  const header = findComponent(components, 'HEADER');
  const body = findComponent(components, 'BODY');
  const buttons = findComponent(components, 'BUTTONS');
  const templateButtons = buttons ? readButtonList(buttons, report) : [];
  const isAuthentication = templateButtons.some(({ kind }) => kind === 'otp');
  return {
    header: header && readHeader(header, report),
    body: isAuthentication ? readCodeBody(body) : body && readBody(body, report),
    buttons: templateButtons,
  };
};

/** The channel lists types in upper case but accepts any case on creation. */
export const readType = (part: unknown): string => readText(readPath(part, 'type'))?.toUpperCase() ?? '';

export const findComponent = (components: readonly unknown[], type: string): JsonObject | undefined =>
  components.map(findObject).find((component) => readType(component) === type);

export const mediaKinds = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const;

const readHeader = (component: JsonObject, report: ReportProblem): TemplateHeader => {
  const format = readText(component['format'])?.toUpperCase() ?? '';
  switch (format) {
    case 'TEXT':
      return readTextHeader(component, report);
    case 'IMAGE':
    case 'VIDEO':
    case 'DOCUMENT':
      return { kind: mediaKinds[format] };
    case 'LOCATION':
      return { kind: 'location' };
    case 'GIF':
    case 'PRODUCT':
      return { kind: 'other' };
    default:
      report('a header has an unknown format');
      return { kind: 'other' };
  }
};

const readTextHeader = (component: JsonObject, report: ReportProblem): TemplateHeader => {
  const text = readText(component['text']);
  if (text === null) report('a text header has no text');
  const [placeholder, ...extraPlaceholders] = findPlaceholders(text ?? '', report);
  if (extraPlaceholders.length > 0) report('a header has more than one placeholder');
  return { kind: 'text', placeholder };
};

const readBody = (component: JsonObject, report: ReportProblem): TemplateBody => {
  const text = readText(component['text']);
  if (text === null) report('a body has no text');
  return { text, placeholders: findPlaceholders(text ?? '', report) };
};

/** The channel writes the body of a one-time code itself, may not list its text, and always expects the code. */
const readCodeBody = (component: JsonObject | undefined): TemplateBody => {
  const text = readText(component?.['text']);
  return { text, placeholders: ['1'] };
};

const findPlaceholders = (text: string, report: ReportProblem): string[] => {
  const names = [...new Set([...text.matchAll(placeholderPattern)].map(([, name = '']) => name))];
  if (!names.every(isPositional)) return names;
  const numbers = names.sort((left, right) => Number(left) - Number(right));
  if (numbers.some((number, index) => number !== String(index + 1))) {
    report('numbered placeholders must run from 1 without gaps');
  }
  return numbers;
};

export const isPositional = (placeholder: string): boolean => /^\d+$/.test(placeholder);

const readButtonList = (component: JsonObject, report: ReportProblem): TemplateButton[] => {
  if (!Array.isArray(component['buttons'])) report('the buttons are not a list');
  return readArray(component['buttons']).map((button) => readButton(readObject(button), report));
};

const readButton = (button: JsonObject, report: ReportProblem): TemplateButton => {
  switch (readType(button)) {
    case '':
      report('a button has no type');
      return { kind: 'other' };
    case 'URL':
      return readUrlButton(button, report);
    case 'COPY_CODE':
      return { kind: 'copy_code' };
    case 'OTP':
      return { kind: 'otp' };
    case 'QUICK_REPLY':
      return { kind: 'quick_reply' };
    default:
      return { kind: 'other' };
  }
};

/** The channel lists the button of a one-time code as a link to its own site. */
export const codeUrlPattern = /^https?:\/\/([a-z]+\.)?whatsapp\.com\/otp\//i;

const readUrlButton = (button: JsonObject, report: ReportProblem): TemplateButton => {
  const url = readText(button['url']);
  if (url === null) report('a URL button has no url');
  if (codeUrlPattern.test(url ?? '')) return { kind: 'otp' };
  const placeholders = [...(url ?? '').matchAll(placeholderPattern)];
  if (placeholders.length > 1) report('a URL button has more than one placeholder');
  return { kind: 'url', dynamic: placeholders.length > 0 };
};
