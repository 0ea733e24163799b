import { checkMediaObject, type IsMediaId, isCoordinate } from '../channel/content.ts';
import { invalidParameter, missingParameter, refuse } from '../channel/refusal.ts';
import { isObject, type JsonObject, listOrEmpty, objectOrEmpty, textOrEmpty } from '../json.ts';
import {
  type ButtonDefinition,
  fillText,
  findComponent,
  formatMismatch,
  type HeaderDefinition,
  parameterType,
  readComponents,
  readParameterText,
  type TemplateDefinition,
  type TemplatePart,
  type TemplateStore,
} from './definition.ts';

const lengthMax = { header: 60, body: 1024, cardBody: 160, coupon: 20, payload: 256 };
const sendableStatuses = ['APPROVED', 'FLAGGED', 'REINSTATED', 'UNARCHIVED'];
const componentTypes = ['HEADER', 'BODY', 'BUTTON', 'CAROUSEL', 'LIMITED_TIME_OFFER'];

/** Checks in the channel's order, and returns the definition. */
export const checkTemplate = (
  templates: TemplateStore,
  wabaId: string,
  template: JsonObject,
  isMediaId: IsMediaId,
): TemplateDefinition => {
  const definition = findSendableTemplate(templates, wabaId, template);
  const components = listOrEmpty(template['components']).map(objectOrEmpty);
  checkComponentTypes(components);
  const { isNamed } = definition;
  const texts = checkPart(definition, components, { isNamed, isMediaId, card: '' });
  const cardTexts = checkCarousel(definition, components, isMediaId);
  checkLength('header', texts.header, lengthMax.header);
  checkLength('body', texts.body, lengthMax.body);
  for (const [index, { body }] of cardTexts.entries()) checkLength(`${cardName(index)}body`, body, lengthMax.cardBody);
  return definition;
};

const findSendableTemplate = (templates: TemplateStore, wabaId: string, template: JsonObject): TemplateDefinition => {
  const name = textOrEmpty(template['name']);
  const language = textOrEmpty(objectOrEmpty(template['language'])['code']);
  const definition = templates.find(wabaId, name, language);
  if (definition?.status === 'PAUSED') throw refuse(132015);
  if (definition?.status === 'DISABLED') throw refuse(132016);
  if (definition && sendableStatuses.includes(definition.status)) return definition;
  throw refuse(132001, { details: `template name (${name}) does not exist in ${language}` });
};

const checkComponentTypes = (components: readonly JsonObject[]): void => {
  const index = components.findIndex(({ type }) => !componentTypes.includes(textOrEmpty(type).toUpperCase()));
  if (index < 0) return;
  throw invalidParameter(
    `Param template['components'][${index}]['type'] must be one of {${componentTypes.join(', ')}}.`,
  );
};

interface PartRules {
  isNamed: boolean;
  isMediaId: IsMediaId;
  card: string;
}

const checkPart = (part: TemplatePart, components: readonly JsonObject[], { isNamed, isMediaId, card }: PartRules) => {
  const header = checkHeader(part.header, findParameters(components, 'HEADER'), {
    isNamed,
    isMediaId,
    label: `${card}header`,
  });
  const bodyDefinition = part.body ?? { text: '', placeholders: [] };
  const body = fillText(bodyDefinition, findParameters(components, 'BODY'), isNamed, `${card}body`);
  const buttons = components.filter(({ type }) => textOrEmpty(type).toUpperCase() === 'BUTTON');
  checkButtons(part.buttons, buttons, `${card}buttons`);
  return { header, body };
};

const findParameters = (components: readonly JsonObject[], type: string): JsonObject[] =>
  listOrEmpty(findComponent(components, type)?.['parameters']).map(objectOrEmpty);

const checkCarousel = (definition: TemplateDefinition, components: readonly JsonObject[], isMediaId: IsMediaId) => {
  const carousel = findComponent(components, 'CAROUSEL');
  if (!definition.cards) {
    if (!carousel) return [];
    throw refuse(132018, { details: 'Template does not contain carousel component' });
  }
  const sentCards = listOrEmpty(carousel?.['cards']).map(objectOrEmpty);
  if (sentCards.length !== definition.cards.length) {
    throw refuse(132018, {
      details: `carousel: number of cards (${sentCards.length}) does not match the expected number of cards (${definition.cards.length})`,
    });
  }
  return definition.cards.map((card, index) => {
    const sentCard = sentCards.find(({ card_index }) => Number(card_index) === index);
    if (!sentCard) throw refuse(132018, { details: `carousel: There is no card with card_index ${index}` });
    return checkPart(card, readComponents(sentCard), { isNamed: definition.isNamed, isMediaId, card: cardName(index) });
  });
};

const cardName = (index: number): string => `carousel card ${index}: `;

const checkLength = (label: string, text: string, max: number): void => {
  if (text.length <= max) return;
  throw refuse(132005, { details: `${label}: the text has ${text.length} characters, and at most ${max} are allowed` });
};

interface HeaderRules {
  isNamed: boolean;
  isMediaId: IsMediaId;
  label: string;
}

/** Returns the header's text. A media or location header needs its value on every send. */
const checkHeader = (
  definition: HeaderDefinition | undefined,
  parameters: readonly JsonObject[],
  { isNamed, isMediaId, label }: HeaderRules,
): string => {
  if (!definition) {
    if (parameters.length === 0) return '';
    throw refuse(132018, { details: 'Template does not contain title component' });
  }
  if (definition.format === 'TEXT') return fillText(definition, parameters, isNamed, label);
  const [parameter] = parameters;
  const type = parameterType(parameter);
  if (type !== definition.format.toLowerCase()) throw formatMismatch(label, definition.format, type);
  const content = objectOrEmpty(parameter?.[type]);
  if (type === 'location') checkLocation(content, label);
  else checkMediaObject(type, content, isMediaId);
  return '';
};

const checkLocation = ({ latitude, longitude }: JsonObject, label: string): void => {
  if (isCoordinate(latitude) && isCoordinate(longitude)) return;
  throw missingParameter(`${label}: Parameters latitude and longitude are required`);
};

interface ButtonRule {
  subType: string;
  title: string;
  isRequired: boolean;
}

const findRule = ({ type, isDynamic }: ButtonDefinition): ButtonRule | undefined => {
  if (type === 'URL' && !isDynamic) return undefined;
  return rules[type];
};

/** The code of an OTP button is sent as a URL parameter. */
const rules: Record<string, ButtonRule> = {
  URL: { subType: 'url', title: 'Url', isRequired: true },
  OTP: { subType: 'url', title: 'Url', isRequired: true },
  COPY_CODE: { subType: 'copy_code', title: 'CopyCode', isRequired: true },
  QUICK_REPLY: { subType: 'quick_reply', title: 'QuickReply', isRequired: false },
  FLOW: { subType: 'flow', title: 'Flow', isRequired: false },
  CATALOG: { subType: 'catalog', title: 'Catalog', isRequired: false },
  MPM: { subType: 'mpm', title: 'MultiProductMessage', isRequired: false },
};

const checkButtons = (buttons: readonly ButtonDefinition[], components: readonly JsonObject[], label: string): void => {
  for (const [index, button] of buttons.entries()) {
    const component = components.find((candidate) => readIndex(candidate) === index);
    if (component) checkButton(button, component, `${label}: Button at index ${index}`);
    else if (findRule(button)?.isRequired) throw parameterRequired(`${label}: Button at index ${index}`, button);
  }
  const stray = components.find((candidate) => buttons[readIndex(candidate)] === undefined);
  if (stray) throw buttonMismatch(`${label}: There is no button at index ${String(stray['index'])}`);
};

const checkButton = (button: ButtonDefinition, component: JsonObject, label: string): void => {
  const rule = findRule(button);
  if (!rule) throw buttonMismatch(`${label} does not take a parameter`);
  if (textOrEmpty(component['sub_type']).toLowerCase() !== rule.subType) {
    throw buttonMismatch(`${label} must be of type ${rule.title}`);
  }
  const [parameter] = listOrEmpty(component['parameters']).map(objectOrEmpty);
  if (!parameter) throw parameterRequired(label, button);
  checkParameter(rule.subType, parameter, label);
};

const checkParameter = (subType: string, parameter: JsonObject, label: string): void => {
  const type = parameterType(parameter);
  const expected = typeBySubType[subType] ?? 'action';
  if (type !== expected) throw formatMismatch(label, expected.toUpperCase(), type);
  if (type === 'text') readParameterText(parameter['text'], label);
  else if (type === 'action' && !isObject(parameter['action'])) throw missingParameter(`${label}: action is missing`);
  else if (type === 'coupon_code') checkValue(parameter[type], lengthMax.coupon, label);
  else if (type === 'payload') checkValue(parameter[type], lengthMax.payload, label);
};

const typeBySubType: Record<string, string> = { url: 'text', copy_code: 'coupon_code', quick_reply: 'payload' };

const checkValue = (value: unknown, max: number, label: string): void => {
  if (!textOrEmpty(value)) throw missingParameter(`${label}: the value of the parameter is missing`);
  if (textOrEmpty(value).length > max)
    throw refuse(131009, { details: `${label}: at most ${max} characters are allowed` });
};

const readIndex = ({ index }: JsonObject): number => (/^\d+$/.test(String(index)) ? Number(index) : -1);

const parameterRequired = (label: string, button: ButtonDefinition) =>
  missingParameter(`${label} of type ${rules[button.type]?.title} requires a parameter`);

const buttonMismatch = (details: string) => refuse(132018, { details });
