import { isCoordinate } from '../channel/content.ts';
import { checkMediaObject, type IsMediaId } from '../channel/media-object.ts';
import { missingParameter, refuse } from '../channel/refusal.ts';
import { type JsonObject, objectOrEmpty } from '../json.ts';
import type { HeaderDefinition } from './definition.ts';
import { fillText, formatMismatch, parameterType } from './parameters.ts';

interface HeaderRules {
  isNamed: boolean;
  isMediaId: IsMediaId;
  label: string;
}

/** Returns the header's text. A media or location header needs its value on every send. */
export const checkHeader = (
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
