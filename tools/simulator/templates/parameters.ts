import { missing, refuse } from '../channel/refusal.ts';
import { type JsonObject, objectIn, textIn } from '../json.ts';
import { substitute, type TextForm } from './definition.ts';

/** A component's values fitted to its text: gives the text that the customer would read. */
export const fillText = (
  form: TextForm,
  parameters: readonly JsonObject[],
  isNamed: boolean,
  place: string,
): string => {
  if (isNamed) checkNames(parameters, place);
  if (parameters.length !== form.placeholders.length) throw wrongCount(parameters.length, form, place);
  const values = new Map(
    parameters.map((parameter, position) => [
      (isNamed ? textIn(parameter['parameter_name']) : form.placeholders[position]) ?? '',
      shownValue(parameter, place),
    ]),
  );
  const filled = form.placeholders.filter((name) => values.has(name));
  if (filled.length < form.placeholders.length) throw wrongCount(filled.length, form, place);
  return substitute(form.text, values);
};

const checkNames = (parameters: readonly JsonObject[], place: string): void => {
  const isNameless = parameters.some((parameter) => !textIn(parameter['parameter_name']));
  if (isNameless) throw refuse(100, { message: '(#100) Invalid parameter', details: missingName(place) });
};

const missingName = (place: string): string =>
  place.startsWith('carousel') ? `${place}: Parameter name is missing or empty` : 'Parameter name is missing or empty';

const wrongCount = (given: number, { placeholders }: TextForm, place: string) =>
  refuse(132000, {
    details:
      `${place}: number of localizable_params (${given}) does not match the expected number of params ` +
      `(${placeholders.length})`,
  });

/** Money and dates are shown by their fallback. */
const shownValue = (parameter: JsonObject, place: string): string => {
  const type = kindOf(parameter);
  if (type === 'currency' || type === 'date_time') return textIn(objectIn(parameter[type])['fallback_value']);
  if (type !== 'text') throw wrongFormat(place, 'TEXT', type);
  return checkedText(parameter['text'], place);
};

export const checkedText = (value: unknown, place: string): string => {
  const text = textIn(value);
  if (text === '') throw missing(`${place}: Parameter of type text is missing text value`);
  if (/[\n\t]| {5}/.test(text)) {
    throw refuse(132018, {
      details: `${place}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
    });
  }
  return text;
};

export const kindOf = (parameter: JsonObject | undefined): string => textIn(parameter?.['type']).toLowerCase();

export const wrongFormat = (place: string, expected: string, received: string) =>
  refuse(132012, {
    details: `${place}: Format mismatch, expected ${expected}, received ${received.toUpperCase() || 'UNKNOWN'}`,
  });
