import { missing, refuse } from '../channel/refusal.ts';
import { isObject, type JsonObject, listIn, objectIn, textIn } from '../json.ts';
import type { ButtonForm } from './definition.ts';
import { checkedText, kindOf, wrongFormat } from './parameters.ts';

/** How a button's values are sent: whether they must be, as what, and how the channel calls that. */
interface ButtonRule {
  subType: string;
  title: string;
  isRequired: boolean;
}

const ruleOf = ({ type, isDynamic }: ButtonForm): ButtonRule | undefined => {
  if (type === 'URL' && !isDynamic) return undefined;
  return rules[type];
};

/** The code of an OTP button goes as a URL's, whatever the button does with it. */
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

/** Each button of the template, by its place among all of them, and then what was sent for no button. */
export const checkButtons = (buttons: readonly ButtonForm[], sent: readonly JsonObject[], place: string): void => {
  for (const [index, button] of buttons.entries()) {
    const component = sent.find((one) => indexOf(one) === index);
    if (component) checkButton(button, component, `${place}: Button at index ${index}`);
    else if (ruleOf(button)?.isRequired) throw needsParameter(`${place}: Button at index ${index}`, button);
  }
  const stray = sent.find((one) => buttons[indexOf(one)] === undefined);
  if (stray) throw wrongButton(`${place}: There is no button at index ${String(stray['index'])}`);
};

const checkButton = (button: ButtonForm, component: JsonObject, place: string): void => {
  const rule = ruleOf(button);
  if (!rule) throw wrongButton(`${place} does not take a parameter`);
  if (textIn(component['sub_type']).toLowerCase() !== rule.subType) {
    throw wrongButton(`${place} must be of type ${rule.title}`);
  }
  const [parameter] = listIn(component['parameters']).map(objectIn);
  if (!parameter) throw needsParameter(place, button);
  checkParameter(rule.subType, parameter, place);
};

const checkParameter = (subType: string, parameter: JsonObject, place: string): void => {
  const kind = kindOf(parameter);
  const expected = kindBySubType[subType] ?? 'action';
  if (kind !== expected) throw wrongFormat(place, expected.toUpperCase(), kind);
  if (kind === 'text') checkedText(parameter['text'], place);
  else if (kind === 'action' && !isObject(parameter['action'])) throw missing(`${place}: action is missing`);
  else if (kind === 'coupon_code') checkValue(parameter[kind], lengthMax.coupon, place);
  else if (kind === 'payload') checkValue(parameter[kind], lengthMax.payload, place);
};

const kindBySubType: Record<string, string> = { url: 'text', copy_code: 'coupon_code', quick_reply: 'payload' };

const checkValue = (value: unknown, max: number, place: string): void => {
  if (!textIn(value)) throw missing(`${place}: the value of the parameter is missing`);
  if (textIn(value).length > max) throw refuse(131009, { details: `${place}: at most ${max} characters are allowed` });
};

/** The index comes as a number or as a string. */
const indexOf = ({ index }: JsonObject): number => (/^\d+$/.test(String(index)) ? Number(index) : -1);

const needsParameter = (place: string, button: ButtonForm) =>
  missing(`${place} of type ${rules[button.type]?.title} requires a parameter`);

const wrongButton = (details: string) => refuse(132018, { details });
