import { type JsonObject, objectOrEmpty, textOrEmpty } from '../json.ts';
import type { Envelope } from './envelope.ts';
import { invalidParameter, missingParameter } from './refusal.ts';

const mediaFields: Record<string, readonly string[]> = {
  image: ['caption'],
  video: ['caption'],
  document: ['caption', 'filename'],
  audio: [],
};

const lengthMax = { text: 4096, caption: 1024, filename: 240 };

/** Templates are also checked against their definition, in `checkTemplate`. */
export const checkContent = ({ type, content }: Envelope, isMediaId: IsMediaId): void => {
  const fields = objectOrEmpty(content);
  if (type === 'text') checkText(fields);
  else if (type === 'template') checkTemplateObject(fields);
  else checkMedia(type, fields, isMediaId);
};

const checkText = (text: JsonObject): void => {
  checkKeys('text', text, ['body']);
  if (!textOrEmpty(text['body'])) throw missingParameter("Parameter text['body'] is required");
  checkLength("text['body']", text['body'], lengthMax.text);
};

const checkMedia = (type: string, media: JsonObject, isMediaId: IsMediaId): void => {
  checkKeys(type, media, ['link', 'id', ...(mediaFields[type] ?? [])]);
  checkLength(`${type}['caption']`, media['caption'], lengthMax.caption);
  checkLength(`${type}['filename']`, media['filename'], lengthMax.filename);
  checkMediaObject(type, media, isMediaId);
};

const checkTemplateObject = (template: JsonObject): void => {
  if (!textOrEmpty(template['name'])) throw missingParameter("Parameter template['name'] is required");
  if (!textOrEmpty(objectOrEmpty(template['language'])['code']))
    throw missingParameter("Parameter template['language']['code'] is required");
  const components = template['components'] ?? [];
  if (!Array.isArray(components)) throw invalidParameter("Param template['components'] must be an array.");
};

const checkKeys = (name: string, fields: JsonObject, allowed: readonly string[]): void => {
  const unknown = Object.keys(fields).find((field) => !allowed.includes(field));
  if (unknown !== undefined) throw invalidParameter(`Unexpected key "${unknown}" on param "${name}".`);
};

const checkLength = (name: string, value: unknown, max: number): void => {
  if (value === undefined) return;
  if (typeof value !== 'string') throw invalidParameter(`Param ${name} must be a string.`);
  if ([...value].length > max) throw invalidParameter(`Param ${name} must be at most ${max} characters long.`);
};

export type IsMediaId = (id: string) => boolean;

/** A file has either a public link or an upload id, never both. */
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
