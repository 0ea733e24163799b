import { checkMediaObject, type IsMediaId } from '../channel/content.ts';
import { invalidParameter, missingParameter, refuse } from '../channel/refusal.ts';
import { type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import { findComponent, findPlaceholders, readList, type TemplateStore } from './template-store.ts';

/** Checks in the channel's order, and returns the row of the template. */
export const checkTemplate = (
  templates: TemplateStore,
  wabaId: string,
  template: JsonObject,
  isMediaId: IsMediaId,
): JsonObject => {
  const row = findSendableRow(templates, wabaId, template);
  const known = ['HEADER', 'BODY', 'BUTTON', 'CAROUSEL'];
  const isKnown = ({ type }: JsonObject): boolean => known.includes(textOrEmpty(type).toUpperCase());
  if (!readList(template, 'components').every(isKnown))
    throw invalidParameter(`Param template['components']['type'] must be one of {${known.join(', ')}}.`);
  checkPart(row, template, isMediaId);
  checkCards(row, template, isMediaId);
  return row;
};

const sendableStatuses = ['APPROVED', 'FLAGGED', 'REINSTATED', 'UNARCHIVED'];

const findSendableRow = (templates: TemplateStore, wabaId: string, template: JsonObject): JsonObject => {
  const row = templates.find(wabaId, template);
  const status = textOrEmpty(row?.['status']).toUpperCase();
  if (status === 'PAUSED') throw refuse(132015);
  if (status === 'DISABLED') throw refuse(132016);
  if (row && sendableStatuses.includes(status)) return row;
  const language = objectOrEmpty(template['language'])['code'];
  throw refuse(132001, { details: `template name (${template['name']}) does not exist in ${language}` });
};

/** Compares what was sent with the whole template, or with one of its cards. */
const checkPart = (defined: JsonObject, sent: JsonObject, isMediaId: IsMediaId, card = ''): void => {
  const readParameters = (type: string) => readList(findComponent(sent, type), 'parameters');
  checkHeader(findComponent(defined, 'HEADER'), readParameters('HEADER'), isMediaId, `${card}header`);
  checkValues(findComponent(defined, 'BODY')?.['text'], readParameters('BODY'), `${card}body`);
  const buttons = readList(sent, 'components').filter(({ type }) => textOrEmpty(type).toUpperCase() === 'BUTTON');
  checkButtons(readList(findComponent(defined, 'BUTTONS'), 'buttons'), buttons, `${card}buttons`);
};

const checkCards = (defined: JsonObject, sent: JsonObject, isMediaId: IsMediaId): void => {
  const [cards, sentCards] = [defined, sent].map((holder) => readList(findComponent(holder, 'CAROUSEL'), 'cards'));
  if (cards?.length !== sentCards?.length)
    throw mismatch(`carousel: number of cards (${sentCards?.length}) does not match the expected (${cards?.length})`);
  for (const [index, card] of cards?.entries() ?? []) {
    const sentCard = sentCards?.find(({ card_index }) => card_index === index);
    if (!sentCard) throw mismatch(`carousel: There is no card with card_index ${index}`);
    checkPart(card, sentCard, isMediaId, `carousel card ${index}: `);
  }
};

const mismatch = (details: string) => refuse(132018, { details });

/** A media or location header needs its value on every send. */
const checkHeader = (
  defined: JsonObject | undefined,
  parameters: readonly JsonObject[],
  isMediaId: IsMediaId,
  label: string,
): void => {
  if (!defined && parameters.length > 0) throw mismatch('Template does not contain title component');
  const format = textOrEmpty(defined?.['format']).toLowerCase();
  if (!defined || format === 'text') checkValues(defined?.['text'], parameters, label);
  else checkMedia(format, parameters[0], isMediaId, label);
};

const checkMedia = (format: string, parameter: JsonObject | undefined, isMediaId: IsMediaId, label: string): void => {
  checkType(parameter, format, label);
  const content = objectOrEmpty(parameter?.[format]);
  if (format !== 'location') checkMediaObject(format, content, isMediaId);
  else if (!content['latitude'] || !content['longitude'])
    throw missingParameter(`${label}: Parameters latitude and longitude are required`);
};

const checkType = (parameter: JsonObject | undefined, expected: string, label: string): void => {
  const type = textOrEmpty(parameter?.['type']).toLowerCase();
  if (type === expected) return;
  const received = type.toUpperCase() || 'UNKNOWN';
  throw refuse(132012, {
    details: `${label}: Format mismatch, expected ${expected.toUpperCase()}, received ${received}`,
  });
};

/** Placeholders with names need parameters with the same names. */
const checkValues = (text: unknown, parameters: readonly JsonObject[], label: string): void => {
  const names = findPlaceholders(text);
  const isNamed = names.some((name) => /\D/.test(name));
  const given = parameters.map((parameter) => textOrEmpty(parameter['parameter_name']));
  if (isNamed && given.includes(''))
    throw refuse(100, { message: '(#100) Invalid parameter', details: 'Parameter name is missing or empty' });
  const isFilled = !isNamed || names.every((name) => given.includes(name));
  if (parameters.length !== names.length || !isFilled)
    throw refuse(132000, {
      details:
        `${label}: number of localizable_params (${parameters.length}) does not match the expected number of params ` +
        `(${names.length})`,
    });
  for (const parameter of parameters) checkValue(parameter, 'text', label);
};

const checkValue = (parameter: JsonObject | undefined, type: string, label: string): void => {
  checkType(parameter, type, label);
  const value = parameter?.[type];
  if (!value) throw missingParameter(`${label}: Parameter of type ${type} is missing its value`);
  if (type === 'text' && /[\n\t]| {5}/.test(textOrEmpty(value)))
    throw mismatch(`${label}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`);
};

interface ButtonRule {
  subType: string;
  type: string;
  isOptional?: true;
}

/** The code of an OTP button is sent as a URL parameter. */
const buttonRules: Record<string, ButtonRule> = {
  URL: { subType: 'url', type: 'text' },
  OTP: { subType: 'url', type: 'text' },
  COPY_CODE: { subType: 'copy_code', type: 'coupon_code' },
  QUICK_REPLY: { subType: 'quick_reply', type: 'payload', isOptional: true },
  FLOW: { subType: 'flow', type: 'action', isOptional: true },
};

const checkButtons = (defined: readonly JsonObject[], sent: readonly JsonObject[], label: string): void => {
  for (const [index, { type, url }] of defined.entries()) {
    const isStatic = type === 'URL' && findPlaceholders(url).length === 0;
    const rule = isStatic ? undefined : buttonRules[textOrEmpty(type).toUpperCase()];
    const button = sent.find((candidate) => Number(candidate['index']) === index);
    checkButton(rule, button, `${label}: Button at index ${index}`);
  }
  const stray = sent.find(({ index }) => !defined[Number(index)]);
  if (stray) throw mismatch(`${label}: There is no button at index ${stray['index']}`);
};

const checkButton = (rule: ButtonRule | undefined, button: JsonObject | undefined, label: string): void => {
  if (!button && (!rule || rule.isOptional)) return;
  if (!rule) throw mismatch(`${label} does not take a parameter`);
  if (!button) throw missingParameter(`${label} of type ${rule.subType} requires a parameter`);
  if (textOrEmpty(button['sub_type']).toLowerCase() !== rule.subType)
    throw mismatch(`${label} must be of type ${rule.subType}`);
  checkValue(readList(button, 'parameters')[0], rule.type, label);
};
