import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validate } from '../../../../functions/http/validation-message.ts';
import { ApiError } from '../../../../functions/model/api-error.ts';
import { outgoingMessage } from '../../../../functions/model/messages/outgoing-message.ts';

const to = '+4915112345678';
const media_url = 'https://cdn.example.com/a.jpg';

const parseContent = (body: object): unknown => z.parse(outgoingMessage, { to, ...body }).content;

const rejectionMessage = (body: object): string => {
  const parsed = validate(outgoingMessage, body);
  return parsed instanceof ApiError ? parsed.message : 'accepted';
};

const hi = { type: 'text', text: 'Hi' };
const file = (type: string, fields: object = {}) => ({ type, mediaUrl: media_url, ...fields });
const template = (fields: object = {}) => ({
  type: 'template',
  template: { name: 'a', language: 'en_US', ...fields },
});
const long = { type: 'text', text: 'x'.repeat(4096) };
const unusedNulls = Object.fromEntries(
  ['type', 'media_url', 'filename', 'name', 'template', 'fallback_template', 'reply_to_message_id'].map((field) => [
    field,
    null,
  ]),
);

it.each<[object, object]>([
  [{ text: 'Hi' }, hi],
  [long, long],
  [{ type: 'image', media_url }, file('image')],
  [{ type: 'image', media_url, text: '' }, file('image')],
  [{ type: 'image', media_url, filename: 'a.jpg' }, file('image')],
  [{ type: 'video', media_url, text: 'c' }, file('video', { text: 'c' })],
  [{ type: 'document', media_url, filename: 'a.pdf' }, file('document', { filename: 'a.pdf' })],
  [{ type: 'audio', media_url, text: 'x'.repeat(2000) }, file('audio')],
  [{ ...hi, template: {}, filename: 7, media_url: 7 }, hi],
  [{ ...unusedNulls, text: 'Hi' }, hi],
  [{ type: 'template', template: { name: 'a' } }, template()],
  [{ type: 'template', template: { name: 'a', language: null, params: null } }, template()],
  [
    { type: 'template', template: { name: 'a', params: { body: ['x'], headerText: null, cards: [{ body: null }] } } },
    template({ params: { body: ['x'], cards: [{}] } }),
  ],
])('%j is reduced to the fields of its type', (body, content) => expect(parseContent(body)).toEqual(content));

it('"to" is required', () => expect(rejectionMessage({ text: 'Hi' })).toBe('"to" is required.'));

const textLength = '"text" must have 1 to 4096 characters.';
const publicUrl = '"media_url" must be a public http or https URL of at most 4096 characters.';
const onlyWithoutTemplate =
  '"fallback_template" must be left out with type template, which reaches a customer at any time.';
const noRows =
  'names a column, and only a broadcast with "file_id" has rows. Send the values themselves, or write \\{{row. for plain text.';
const named = (params: unknown) => ({ name: 'a', params });

it.each<[object, string]>([
  [{}, '"text" is required.'],
  [{ template: { name: 'a' } }, '"template" needs "type": "template" beside it.'],
  [{ text: '' }, textLength],
  [{ text: 'x'.repeat(4097) }, textLength],
  [{ text: 7 }, '"text" must be a string: write "7", with quotes.'],
  [{ text: 'Hi', type: 'fax' }, '"type" must be one of text, template, image, video, document, audio.'],
  [{ type: 'image' }, '"media_url" is required.'],
  [{ type: 'video', media_url: 'ftp://example.com/a' }, publicUrl],
  [{ type: 'image', media_url, text: 'x'.repeat(1025) }, '"text" must have at most 1024 characters as a caption.'],
  [{ type: 'template' }, '"template" is required.'],
  [{ type: 'template', template: {} }, '"template.name" is required.'],
  [{ type: 'template', template: named('x') }, '"template.params" must be an array or an object.'],
  [
    { type: 'template', template: named({ bodyNamed: 'x' }) },
    '"template.params.bodyNamed" must be an object of strings.',
  ],
  [{ type: 'template', template: { name: 'a' }, fallback_template: { name: 'b' } }, onlyWithoutTemplate],
  [{ text: 'Hi', fallback_template: {} }, '"fallback_template.name" is required.'],
  [{ type: 'template', template: named(['{{row.code}}']) }, `"template.params" ${noRows}`],
  [{ text: 'Hi', fallback_template: named(['{{row.code}}']) }, `"fallback_template.params" ${noRows}`],
  [{ text: 'Hi', reply_to_message_id: 'x' }, '"reply_to_message_id" must be a valid uuid.'],
])('%j is rejected with a message that names the field', (body, message) => {
  expect(rejectionMessage({ to, ...body })).toBe(message);
});

it.each<[string, number, (text: string) => object]>([
  ['a text', 4096, (text) => ({ text })],
  ['a caption', 1024, (text) => ({ type: 'image', media_url, text })],
  ['a contact name', 255, (name) => ({ text: 'Hi', name })],
])('the length of %s is counted in Unicode code points, up to %i', (_, lengthMax, build) => {
  expect(rejectionMessage({ to, ...build('😀'.repeat(lengthMax)) })).toBe('accepted');
  const tooLong = rejectionMessage({ to, ...build('😀'.repeat(lengthMax + 1)) });
  expect(tooLong).toMatch(/^"(text|name)" must have .* characters/);
});

it.each([
  ['a text', { text: 'Hi' }],
  ['a sound file', { type: 'audio', media_url }],
])('a fallback template goes with %s, in English unless it says otherwise', (_, body) => {
  const { fallbackTemplate } = z.parse(outgoingMessage, { to, ...body, fallback_template: { name: 'a' } });
  expect(fallbackTemplate).toEqual({ name: 'a', language: 'en_US' });
});

it.each(['template', 'fallback_template'])('a %s that is too long to be kept with the message is rejected', (field) => {
  const type = field === 'template' ? 'template' : 'text';
  const frame = JSON.stringify({ name: 'a', params: [''] }).length;
  const withLength = (length: number) => ({ name: 'a', params: ['x'.repeat(length - frame)] });
  const body = { to, type, text: 'Hi' };
  expect(z.safeParse(outgoingMessage, { ...body, [field]: withLength(16_384) }).success).toBe(true);
  expect(rejectionMessage({ ...body, [field]: withLength(16_385) })).toBe(
    `"${field}" must have at most 16384 characters as JSON.`,
  );
});

it('a blank name is ignored', () => {
  expect(z.parse(outgoingMessage, { to, text: 'Hi', name: '  ' }).name).toBeUndefined();
});
