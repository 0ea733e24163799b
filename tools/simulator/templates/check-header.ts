import { isCoordinate } from '../channel/content.ts';
import { checkMediaObject, type IsMediaId } from '../channel/media-object.ts';
import { missing, refuse } from '../channel/refusal.ts';
import { type JsonObject, objectIn } from '../json.ts';
import type { HeaderForm } from './definition.ts';
import { fillText, kindOf, wrongFormat } from './parameters.ts';

interface Rules {
  isNamed: boolean;
  isMediaId: IsMediaId;
  /** What the details start with: `header`, and the card before it. */
  place: string;
}

/** A file or a place is needed on every send, even when it is the one of the approval. Gives the header's text. */
export const checkHeader = (
  form: HeaderForm | undefined,
  parameters: readonly JsonObject[],
  { isNamed, isMediaId, place }: Rules,
): string => {
  if (!form) {
    if (parameters.length === 0) return '';
    throw refuse(132018, { details: 'Template does not contain title component' });
  }
  if (form.format === 'TEXT') return fillText(form, parameters, isNamed, place);
  const [parameter] = parameters;
  const kind = kindOf(parameter);
  if (kind !== form.format.toLowerCase()) throw wrongFormat(place, form.format, kind);
  const content = objectIn(parameter?.[kind]);
  if (kind === 'location') checkPlace(content, place);
  else checkMediaObject(kind, content, isMediaId);
  return '';
};

const checkPlace = ({ latitude, longitude }: JsonObject, place: string): void => {
  if (isCoordinate(latitude) && isCoordinate(longitude)) return;
  throw missing(`${place}: Parameters latitude and longitude are required`);
};
