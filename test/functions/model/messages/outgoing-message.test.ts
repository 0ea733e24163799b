import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { validationMessage } from '../../../../functions/http/validation-message.ts';
import { outgoingMessage } from '../../../../functions/model/messages/outgoing-message.ts';

const to = '+4915112345678';
const media_url = 'https://cdn.example.com/a.jpg';

const parseContent = (body: object): unknown => z.parse(outgoingMessage, { to, ...body }).content;

const rejectionMessage = (body: object): string => {
  const { error } = z.safeParse(outgoingMessage, body);
  return error ? validationMessage(error.issues, body) : 'accepted';
};

describe('the body of a send', () => {
  it.each([
    [{ text: 'Hi' }, { type: 'text', text: 'Hi' }],
    [
      { type: 'text', text: 'x'.repeat(4096) },
      { type: 'text', text: 'x'.repeat(4096) },
    ],
    [
      { type: 'image', media_url },
      { type: 'image', mediaUrl: media_url },
    ],
    [
      { type: 'image', media_url, text: '' },
      { type: 'image', mediaUrl: media_url },
    ],
    [
      { type: 'video', media_url, text: 'c' },
      { type: 'video', mediaUrl: media_url, text: 'c' },
    ],
    [
      { type: 'document', media_url, filename: 'a.pdf' },
      { type: 'document', mediaUrl: media_url, filename: 'a.pdf' },
    ],
    [
      { type: 'audio', media_url, text: 'x'.repeat(2000) },
      { type: 'audio', mediaUrl: media_url },
    ],
    [
      { type: 'image', media_url, filename: 'a.jpg' },
      { type: 'image', mediaUrl: media_url },
    ],
    [
      { type: 'template', template: { name: 'a' } },
      { type: 'template', template: { name: 'a', language: 'en_US' } },
    ],
    [
      { type: 'text', text: 'Hi', media_url: 'nonsense' },
      { type: 'text', text: 'Hi' },
    ],
    [
      { type: 'text', text: 'Hi', template: {}, filename: 7, media_url: 7 },
      { type: 'text', text: 'Hi' },
    ],
    [
      { type: 'audio', media_url, text: 7 },
      { type: 'audio', mediaUrl: media_url },
    ],
    [
      {
        type: null,
        text: 'Hi',
        media_url: null,
        filename: null,
        name: null,
        template: null,
        fallback_template: null,
        reply_to_message_id: null,
      },
      { type: 'text', text: 'Hi' },
    ],
    [
      { type: 'image', media_url, text: null },
      { type: 'image', mediaUrl: media_url },
    ],
    [
      { type: 'template', template: { name: 'a', language: null, params: null } },
      { type: 'template', template: { name: 'a', language: 'en_US' } },
    ],
    [
      { type: 'template', template: { name: 'a', params: { body: ['x'], headerText: null, cards: [{ body: null }] } } },
      { type: 'template', template: { name: 'a', language: 'en_US', params: { body: ['x'], cards: [{}] } } },
    ],
  ])('%j is reduced to the fields of its type', (body, content) => {
    expect(parseContent(body)).toEqual(content);
  });

  it.each([
    [{ text: 'Hi' }, '"to" is required.'],
    [{ to }, '"text" is required.'],
    [{ to, text: '' }, '"text" must have 1 to 4096 characters.'],
    [{ to, text: 'x'.repeat(4097) }, '"text" must have 1 to 4096 characters.'],
    [{ to, text: 7 }, '"text" must be a string: write "7", with quotes.'],
    [{ to, type: 'fax', text: 'Hi' }, '"type" must be one of text, template, image, video, document, audio.'],
    [{ to, type: 'image' }, '"media_url" is required.'],
    [{ to, type: 'audio', text: 'Hi' }, '"media_url" is required.'],
    [
      { to, type: 'video', media_url: 'ftp://example.com/a' },
      '"media_url" must be a public http or https URL of at most 4096 characters.',
    ],
    [
      { to, type: 'document', media_url: 'a.pdf' },
      '"media_url" must be a public http or https URL of at most 4096 characters.',
    ],
    [
      { to, type: 'image', media_url, text: 'x'.repeat(1025) },
      '"text" must have at most 1024 characters as a caption.',
    ],
    [{ to, type: 'template' }, '"template" is required.'],
    [{ to, text: 'Hi', fallback_template: {} }, '"fallback_template.name" is required.'],
    [
      { to, text: 'Hi', fallback_template: { name: 'a', params: 'x' } },
      '"fallback_template.params" must be an array or an object.',
    ],
    [
      { to, type: 'template', template: { name: 'a' }, fallback_template: { name: 'b' } },
      '"fallback_template" must be left out with type template, which reaches a customer at any time.',
    ],
    [{ to, type: 'template', template: {} }, '"template.name" is required.'],
    [
      { to, type: 'template', template: { name: 'a', params: 'x' } },
      '"template.params" must be an array or an object.',
    ],
    [{ to, text: 'Hi', reply_to_message_id: 'x' }, '"reply_to_message_id" must be a valid uuid.'],
    [{ to, text: null }, '"text" is required.'],
    [{ to, text: 'Hi', name: 7 }, '"name" must be a string: write "7", with quotes.'],
    [
      { to, type: 'template', template: { name: 'a', params: { bodyNamed: 'x' } } },
      '"template.params.bodyNamed" must be an object of strings.',
    ],
  ])('%j is rejected with a message that names the field', (body, message) => {
    expect(rejectionMessage(body)).toBe(message);
  });

  it.each([
    ['a text', { text: '😀'.repeat(4096) }, { text: '😀'.repeat(4097) }],
    [
      'a caption',
      { type: 'image', media_url, text: '😀'.repeat(1024) },
      { type: 'image', media_url, text: '😀'.repeat(1025) },
    ],
    ['a contact name', { text: 'Hi', name: '😀'.repeat(255) }, { text: 'Hi', name: '😀'.repeat(256) }],
  ])('the length of %s is counted in Unicode code points', (_, longest, tooLong) => {
    expect(rejectionMessage({ to, ...longest })).toBe('accepted');
    expect(rejectionMessage({ to, ...tooLong })).toMatch(/^"(text|name)" must have .* characters/);
  });

  it.each([
    ['a text', { text: 'Hi' }],
    ['a sound file', { type: 'audio', media_url }],
  ])('a fallback template goes with %s, in English unless it says otherwise', (_, body) => {
    const { fallbackTemplate } = z.parse(outgoingMessage, { to, ...body, fallback_template: { name: 'a' } });
    expect(fallbackTemplate).toEqual({ name: 'a', language: 'en_US' });
  });

  it('a fallback template that is too long to be kept with the message is rejected', () => {
    const fallback_template = { name: 'a', params: ['x'.repeat(16_384)] };
    const message = '"fallback_template" must have at most 16384 characters as JSON.';
    expect(rejectionMessage({ to, text: 'Hi', fallback_template })).toBe(message);
  });

  it('a blank name is ignored', () => {
    expect(z.parse(outgoingMessage, { to, text: 'Hi', name: '  ' }).name).toBeUndefined();
  });
});
