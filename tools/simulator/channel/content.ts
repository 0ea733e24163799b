import { isObject, type JsonObject, listIn, objectIn, textIn } from '../json.ts';
import type { Envelope } from './envelope.ts';
import { checkMediaObject, type IsMediaId } from './media-object.ts';
import { invalid, missing } from './refusal.ts';

/** The types that carry a file, and what may stand beside it. */
const mediaFields: Record<string, readonly string[]> = {
  image: ['caption'],
  video: ['caption'],
  document: ['caption', 'filename'],
  audio: ['voice'],
  sticker: [],
};

const lengthMax = { text: 4096, caption: 1024, filename: 240 };

/** The rules of each type's content. A template's own are checked against its definition. */
export const checkContent = (envelope: Envelope, isMediaId: IsMediaId): void => {
  const { type, content, body } = envelope;
  const fields = objectIn(content);
  const checks: Record<string, () => void> = {
    text: () => checkText(fields),
    location: () => checkLocation(fields),
    contacts: () => checkContacts(listIn(content)),
    reaction: () => checkReaction(fields, body),
    interactive: () => checkInteractive(fields),
    template: () => checkTemplateObject(fields),
  };
  const check = checks[type] ?? (() => checkMedia(type, fields, isMediaId));
  check();
};

const checkText = (text: JsonObject): void => {
  checkKeys('text', text, ['body', 'preview_url']);
  if (!textIn(text['body'])) throw missing("Parameter text['body'] is required");
  checkLength("text['body']", text['body'], lengthMax.text);
  if (text['preview_url'] !== undefined && typeof text['preview_url'] !== 'boolean') {
    throw invalid("Param text['preview_url'] must be a boolean.");
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
    throw missing('Parameters latitude and longitude are required');
};

/** Coordinates come as numbers or as decimal strings. */
export const isCoordinate = (value: unknown): boolean =>
  (typeof value === 'number' || textIn(value).trim() !== '') && Number.isFinite(Number(value));

const checkContacts = (contacts: readonly unknown[]): void => {
  const named = contacts.filter((one) => textIn(objectIn(objectIn(one)['name'])['formatted_name']));
  if (named.length === 0 || named.length < contacts.length) {
    throw missing("Parameter contacts[0]['name']['formatted_name'] is required");
  }
};

const checkReaction = (reaction: JsonObject, body: JsonObject): void => {
  if (!textIn(reaction['message_id'])) throw missing("Parameter reaction['message_id'] is required");
  if (isObject(body['context'])) throw invalid('Param context cannot be used with reaction messages.');
};

const checkInteractive = (interactive: JsonObject): void => {
  if (!textIn(interactive['type'])) throw missing("Parameter interactive['type'] is required");
  if (!isObject(interactive['action'])) throw missing("Parameter interactive['action'] is required");
};

const checkTemplateObject = (template: JsonObject): void => {
  if (!textIn(template['name'])) throw missing("Parameter template['name'] is required");
  if (!textIn(objectIn(template['language'])['code']))
    throw missing("Parameter template['language']['code'] is required");
  const components = template['components'] ?? [];
  if (!Array.isArray(components)) throw invalid("Param template['components'] must be an array.");
};

const checkKeys = (name: string, fields: JsonObject, known: readonly string[]): void => {
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  if (unknown !== undefined) throw invalid(`Unexpected key "${unknown}" on param "${name}".`);
};

const checkLength = (name: string, value: unknown, max: number): void => {
  if (value === undefined) return;
  if (typeof value !== 'string') throw invalid(`Param ${name} must be a string.`);
  if (value.length > max) throw invalid(`Param ${name} must be at most ${max} characters long.`);
};
