import type { TemplateDefinition, TemplateParts } from '../../../model/template.ts';
import { at, type Fields, fieldsOf, listOf, textOf } from '../untrusted-json.ts';
import { findComponent, isNumber, type Report, readParts } from './template-parts.ts';

/**
 * A row of the channel's template list as something to fit values to, or why it cannot be one. Everything that a send
 * relies on is checked; components and buttons of kinds that we do not know are skipped.
 */
export const readTemplateDefinition = (raw: unknown): TemplateDefinition | { malformed: string } => {
  const problems: string[] = [];
  const definition = readRow(fieldsOf(raw), (problem) => problems.push(problem));
  return problems.length === 0 ? definition : { malformed: [...new Set(problems)].join('; ') };
};

const readRow = (row: Fields, report: Report): TemplateDefinition => {
  const { name, language, components } = row;
  if (textOf(name) === null) report('it has no name');
  if (textOf(language) === null) report('it has no language');
  if (!Array.isArray(components)) report('its components are no list');
  const parts = readParts(listOf(components), report);
  const carousel = findComponent(listOf(components), 'CAROUSEL');
  const cards = carousel ? readCards(carousel, report) : [];
  if (Array.isArray(components) && !parts.body && !carousel) report('it has no body');
  checkFormat(row, [parts, ...cards].flatMap(placeholdersIn), report);
  return {
    name: textOf(name) ?? '',
    language: textOf(language) ?? '',
    status: textOf(row['status'])?.toUpperCase() ?? null,
    ...parts,
    cards,
  };
};

const readCards = (carousel: Fields, report: Report): TemplateParts[] => {
  const cards = listOf(carousel['cards']).map((card) => at(card, 'components'));
  if (cards.length === 0 || !cards.every(Array.isArray)) report('a carousel has no cards with components');
  const parts = cards.map((components) => readParts(listOf(components), report));
  if (new Set(parts.map(structureOf)).size > 1) report('the cards of a carousel differ in structure');
  return parts;
};

/** All cards look alike: the same header, a body or none, the same buttons. */
const structureOf = ({ header, body, buttons }: TemplateParts): string =>
  [header?.kind, body ? 'body' : 'no body', ...buttons.map(({ kind }) => kind)].join(' ');

/** The placeholders of header and body. The one of a URL button is a number in templates of either format. */
const placeholdersIn = ({ header, body }: TemplateParts): string[] => [
  ...(header?.kind === 'text' && header.placeholder !== undefined ? [header.placeholder] : []),
  ...(body && body.text !== null ? body.placeholders : []),
];

/** Old rows do not state their format, and a template without placeholders may state either. */
const checkFormat = (row: Fields, placeholders: string[], report: Report): void => {
  const numbers = placeholders.filter(isNumber).length;
  if (numbers > 0 && numbers < placeholders.length) report('names and numbers are mixed as placeholders');
  const format = textOf(row['parameter_format'])?.toUpperCase();
  if ((format === 'NAMED' && numbers > 0) || (format === 'POSITIONAL' && numbers < placeholders.length)) {
    report('its parameter format contradicts its placeholders');
  }
};
