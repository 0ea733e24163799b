import { missingParameter, refuse } from '../channel/refusal.ts';
import { type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import { substitute, type TextDefinition } from './definition.ts';

export const fillText = (
  definition: TextDefinition,
  parameters: readonly JsonObject[],
  isNamed: boolean,
  label: string,
): string => {
  if (isNamed) checkNames(parameters, label);
  if (parameters.length !== definition.placeholders.length) throw countMismatch(parameters.length, definition, label);
  const values = new Map(
    parameters.map((parameter, index) => [
      (isNamed ? textOrEmpty(parameter['parameter_name']) : definition.placeholders[index]) ?? '',
      displayText(parameter, label),
    ]),
  );
  const filled = definition.placeholders.filter((name) => values.has(name));
  if (filled.length < definition.placeholders.length) throw countMismatch(filled.length, definition, label);
  return substitute(definition.text, values);
};

const checkNames = (parameters: readonly JsonObject[], label: string): void => {
  const isNameless = parameters.some((parameter) => !textOrEmpty(parameter['parameter_name']));
  if (isNameless) throw refuse(100, { message: '(#100) Invalid parameter', details: missingNameDetails(label) });
};

const missingNameDetails = (label: string): string =>
  label.startsWith('carousel') ? `${label}: Parameter name is missing or empty` : 'Parameter name is missing or empty';

const countMismatch = (given: number, { placeholders }: TextDefinition, label: string) =>
  refuse(132000, {
    details:
      `${label}: number of localizable_params (${given}) does not match the expected number of params ` +
      `(${placeholders.length})`,
  });

const displayText = (parameter: JsonObject, label: string): string => {
  const type = parameterType(parameter);
  if (type === 'currency' || type === 'date_time') return textOrEmpty(objectOrEmpty(parameter[type])['fallback_value']);
  if (type !== 'text') throw formatMismatch(label, 'TEXT', type);
  return readParameterText(parameter['text'], label);
};

export const readParameterText = (value: unknown, label: string): string => {
  const text = textOrEmpty(value);
  if (text === '') throw missingParameter(`${label}: Parameter of type text is missing text value`);
  if (/[\n\t]| {5}/.test(text)) {
    throw refuse(132018, {
      details: `${label}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
    });
  }
  return text;
};

export const parameterType = (parameter: JsonObject | undefined): string =>
  textOrEmpty(parameter?.['type']).toLowerCase();

export const formatMismatch = (label: string, expected: string, received: string) =>
  refuse(132012, {
    details: `${label}: Format mismatch, expected ${expected}, received ${received.toUpperCase() || 'UNKNOWN'}`,
  });
