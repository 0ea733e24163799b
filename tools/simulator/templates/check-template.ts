import type { IsMediaId } from '../channel/media-object.ts';
import { invalid, refuse } from '../channel/refusal.ts';
import { type JsonObject, listIn, objectIn, textIn } from '../json.ts';
import { checkButtons } from './check-buttons.ts';
import { checkHeader } from './check-header.ts';
import { componentsIn, type Definition, findComponent, type Part } from './definition.ts';
import { fillText } from './parameters.ts';
import type { TemplateStore } from './store.ts';

const lengthMax = { header: 60, body: 1024, cardBody: 160 };
const sendable = ['APPROVED', 'FLAGGED', 'REINSTATED', 'UNARCHIVED'];
const componentTypes = ['HEADER', 'BODY', 'BUTTON', 'CAROUSEL', 'LIMITED_TIME_OFFER'];

/** Checks a template message against its definition in the channel's order, and gives the definition. */
export const checkTemplate = (
  templates: TemplateStore,
  wabaId: string,
  template: JsonObject,
  isMediaId: IsMediaId,
): Definition => {
  const definition = findSendable(templates, wabaId, template);
  const components = listIn(template['components']).map(objectIn);
  checkTypes(components);
  const { isNamed } = definition;
  const texts = checkPart(definition, components, { isNamed, isMediaId, card: '' });
  const cardTexts = checkCarousel(definition, components, isMediaId);
  checkLength('header', texts.header, lengthMax.header);
  checkLength('body', texts.body, lengthMax.body);
  for (const [index, { body }] of cardTexts.entries()) checkLength(`${cardName(index)}body`, body, lengthMax.cardBody);
  return definition;
};

const findSendable = (templates: TemplateStore, wabaId: string, template: JsonObject): Definition => {
  const name = textIn(template['name']);
  const language = textIn(objectIn(template['language'])['code']);
  const definition = templates.find(wabaId, name, language);
  if (definition?.status === 'PAUSED') throw refuse(132015);
  if (definition?.status === 'DISABLED') throw refuse(132016);
  if (definition && sendable.includes(definition.status)) return definition;
  throw refuse(132001, { details: `template name (${name}) does not exist in ${language}` });
};

const checkTypes = (components: readonly JsonObject[]): void => {
  const place = components.findIndex(({ type }) => !componentTypes.includes(textIn(type).toUpperCase()));
  if (place < 0) return;
  throw invalid(`Param template['components'][${place}]['type'] must be one of {${componentTypes.join(', ')}}.`);
};

interface PartRules {
  isNamed: boolean;
  isMediaId: IsMediaId;
  /** Names the card before the component; empty for the template itself. */
  card: string;
}

const checkPart = (part: Part, components: readonly JsonObject[], { isNamed, isMediaId, card }: PartRules) => {
  const header = checkHeader(part.header, parametersOf(components, 'HEADER'), {
    isNamed,
    isMediaId,
    place: `${card}header`,
  });
  const bodyForm = part.body ?? { text: '', placeholders: [] };
  const body = fillText(bodyForm, parametersOf(components, 'BODY'), isNamed, `${card}body`);
  const buttons = components.filter(({ type }) => textIn(type).toUpperCase() === 'BUTTON');
  checkButtons(part.buttons, buttons, `${card}buttons`);
  return { header, body };
};

const parametersOf = (components: readonly JsonObject[], type: string): JsonObject[] =>
  listIn(findComponent(components, type)?.['parameters']).map(objectIn);

const checkCarousel = (definition: Definition, components: readonly JsonObject[], isMediaId: IsMediaId) => {
  const carousel = findComponent(components, 'CAROUSEL');
  if (!definition.cards) {
    if (!carousel) return [];
    throw refuse(132018, { details: 'Template does not contain carousel component' });
  }
  const sent = listIn(carousel?.['cards']).map(objectIn);
  if (sent.length !== definition.cards.length) {
    throw refuse(132018, {
      details: `carousel: number of cards (${sent.length}) does not match the expected number of cards (${definition.cards.length})`,
    });
  }
  return definition.cards.map((card, index) => {
    const found = sent.find(({ card_index }) => Number(card_index) === index);
    if (!found) throw refuse(132018, { details: `carousel: There is no card with card_index ${index}` });
    return checkPart(card, componentsIn(found), { isNamed: definition.isNamed, isMediaId, card: cardName(index) });
  });
};

const cardName = (index: number): string => `carousel card ${index}: `;

const checkLength = (place: string, text: string, max: number): void => {
  if (text.length <= max) return;
  throw refuse(132005, { details: `${place}: the text has ${text.length} characters, and at most ${max} are allowed` });
};
