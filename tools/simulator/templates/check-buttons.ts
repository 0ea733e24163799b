import { missingParameter, refuse } from '../channel/refusal.ts';
import { isObject, type JsonObject, listOrEmpty, objectOrEmpty, textOrEmpty } from '../json.ts';
import type { ButtonDefinition } from './definition.ts';
import { formatMismatch, parameterType, readParameterText } from './parameters.ts';

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

const lengthMax = { coupon: 20, payload: 256 };

export const checkButtons = (
  buttons: readonly ButtonDefinition[],
  components: readonly JsonObject[],
  label: string,
): void => {
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
