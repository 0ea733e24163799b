import type { JsonObject } from '../json.ts';
import { invalidParameter, missingParameter } from './refusal.ts';

export type IsMediaId = (id: string) => boolean;

/** Needs exactly one of a public link and an upload id. */
export const checkMediaObject = (name: string, media: JsonObject, isMediaId: IsMediaId): void => {
  const { link, id } = media;
  if (link !== undefined && id !== undefined) throw invalidParameter(`Param ${name} must have link or id, not both.`);
  if (link === undefined && id === undefined)
    throw missingParameter(`Parameter ${name}['link'] or ${name}['id'] is required`);
  if (link !== undefined && !isWebLink(link)) throw invalidParameter(`Param ${name}['link'] is not a valid URI.`);
  if (id !== undefined && !(typeof id === 'string' && isMediaId(id))) {
    throw invalidParameter(`Param ${name}['id'] is not a valid whatsapp business account media attachment ID`);
  }
};

const isWebLink = (link: unknown): boolean => typeof link === 'string' && /^https?:/i.test(link) && URL.canParse(link);

/** Hosts under the reserved domain `.invalid` simulate a failed download. */
export const isUnreachable = (link: unknown): boolean =>
  typeof link === 'string' && URL.canParse(link) && new URL(link).hostname.endsWith('.invalid');
