import { isObject, type JsonObject, listOrEmpty, objectOrEmpty, textOrEmpty } from '../json.ts';
import type { Envelope } from './envelope.ts';
import { invalidParameter, missingParameter } from './refusal.ts';

const mediaFields: Record<string, readonly string[]> = {
  image: ['caption'],
  video: ['caption'],
  document: ['caption', 'filename'],
  audio: ['voice'],
  sticker: [],
};

const lengthMax = { text: 4096, caption: 1024, filename: 240 };

/** Templates are also checked against their definition, in `checkTemplate`. */
export const checkContent = (envelope: Envelope, isMediaId: IsMediaId): void => {
  const { type, content, body } = envelope;
  const fields = objectOrEmpty(content);
  const checks: Record<string, () => void> = {
    text: () => checkText(fields),
    location: () => checkLocation(fields),
    contacts: () => checkContacts(listOrEmpty(content)),
    reaction: () => checkReaction(fields, body),
    interactive: () => checkInteractive(fields),
    template: () => checkTemplateObject(fields),
  };
  const check = checks[type] ?? (() => checkMedia(type, fields, isMediaId));
  check();
};

const checkText = (text: JsonObject): void => {
  checkKeys('text', text, ['body', 'preview_url']);
  if (!textOrEmpty(text['body'])) throw missingParameter("Parameter text['body'] is required");
  checkLength("text['body']", text['body'], lengthMax.text);
  if (text['preview_url'] !== undefined && typeof text['preview_url'] !== 'boolean') {
    throw invalidParameter("Param text['preview_url'] must be a boolean.");
  }
};

const checkMedia = (type: string, media: JsonObject, isMediaId: IsMediaId): void => {
  checkKeys(type, media, ['link', 'id', ...(mediaFields[type] ?? [])]);
  checkLength(`${type}['caption']`, media['caption'], lengthMax.caption);
  checkLength(`${type}['filename']`, media['filename'], lengthMax.filename);
  checkMediaObject(type, media, isMediaId);
};

const checkLocation = ({ latitude, longitude }: JsonObject): void => {
  if (!isCoordinate(latitude) || !isCoordinate(longitude))
    throw missingParameter('Parameters latitude and longitude are required');
};

export const isCoordinate = (value: unknown): boolean =>
  (typeof value === 'number' || textOrEmpty(value).trim() !== '') && Number.isFinite(Number(value));

const checkContacts = (contacts: readonly unknown[]): void => {
  const namedContacts = contacts.filter((contact) =>
    textOrEmpty(objectOrEmpty(objectOrEmpty(contact)['name'])['formatted_name']),
  );
  if (namedContacts.length === 0 || namedContacts.length < contacts.length) {
    throw missingParameter("Parameter contacts[0]['name']['formatted_name'] is required");
  }
};

const checkReaction = (reaction: JsonObject, body: JsonObject): void => {
  if (!textOrEmpty(reaction['message_id'])) throw missingParameter("Parameter reaction['message_id'] is required");
  if (isObject(body['context'])) throw invalidParameter('Param context cannot be used with reaction messages.');
};

const checkInteractive = (interactive: JsonObject): void => {
  if (!textOrEmpty(interactive['type'])) throw missingParameter("Parameter interactive['type'] is required");
  if (!isObject(interactive['action'])) throw missingParameter("Parameter interactive['action'] is required");
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
