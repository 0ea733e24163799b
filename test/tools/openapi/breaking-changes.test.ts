import { expect, it } from 'vitest';
import { findBreakingChanges } from '../../../tools/openapi/breaking-changes.ts';
import type { ApiDocument } from '../../../tools/reference/api-document.ts';
import { apiDocument as document } from '../../support/described-api.ts';

/** A copy of the document with one place changed; the path is that of a JSON pointer. */
const change = (pointer: string, edit: (parent: Record<string, unknown>, name: string) => void): ApiDocument => {
  const copy: ApiDocument = structuredClone(document);
  const names = pointer.split(' ');
  const last = names.pop() ?? '';
  const parent = names.reduce<unknown>((node, name) => Reflect.get(node as object, name), copy);
  edit(parent as Record<string, unknown>, last);
  return copy;
};

const remove = (pointer: string) =>
  change(pointer, (parent, name) => {
    delete parent[name];
  });

const set = (pointer: string, value: unknown) =>
  change(pointer, (parent, name) => {
    parent[name] = value;
  });

const schemas = 'components schemas';

/** Each document by the sentence that names its change. */
const breaking: Record<string, ApiDocument> = {
  'GET /me was removed.': remove('paths /me get'),
  'The event contact.created was removed.': remove('webhooks contact.created'),
  'GET /me: the 200 response field data.account.name was removed.': remove(`${schemas} Account properties name`),
  'GET /segments: the 200 response field data.[].color was removed.': remove(
    `${schemas} ListedSegment properties color`,
  ),
  'The event message.received: the field data.channel lost the values web.': remove(
    `${schemas} WebMessageReceived properties channel`,
  ),
  'POST /contacts: the request field email was removed.': remove(`${schemas} NewContact properties email`),
  'GET /contacts: the query parameter search was removed.': set('paths /contacts get parameters', []),
  'GET /conversations: the query parameter channel lost the values web.': set(`${schemas} Channel enum`, [
    'msgapp',
    'social',
  ]),
  'POST /contacts: the request field name became required.': set(`${schemas} NewContact required`, ['phone', 'name']),
  'POST /webhooks: the request field name is new and required.': set(`${schemas} NewWebhook`, {
    type: 'object',
    required: ['url', 'events', 'name'],
    properties: { url: { type: 'string' }, events: { type: 'array' }, name: { type: 'string' } },
  }),
  'POST /contacts: the 201 response field data.tags.[].color may now be absent.': set(`${schemas} Tag required`, [
    'id',
    'name',
  ]),
  'POST /contacts: the 201 response field data.tags.[].name can now be null.': set(
    `${schemas} Tag properties name type`,
    ['string', 'null'],
  ),
  'POST /contacts: the request field name no longer takes null.': set(
    `${schemas} NewContact properties name type`,
    'string',
  ),
};

const compatible: Record<string, ApiDocument> = {
  'no change': document,
  'a new text': set('paths /me get summary', 'Something else'),
  'a new field of a response': set(`${schemas} Account properties plan`, { type: 'string' }),
  'a new field of a request': set(`${schemas} NewContact properties title`, { type: 'string' }),
  'a new value': set(`${schemas} EventName enum`, [
    'message.received',
    'message.status_updated',
    'conversation.created',
    'contact.created',
    'x',
  ]),

  'a required field within a new object': set(`${schemas} NewContact properties address`, {
    type: 'object',
    required: ['city'],
    properties: { city: { type: 'string' } },
  }),
};

it.each(Object.entries(breaking))('a change that breaks callers is reported: %s', (sentence, later) => {
  expect(findBreakingChanges(document, later)).toContain(sentence);
});

it.each(Object.entries(compatible))('%s breaks no caller', (_, later) =>
  expect(findBreakingChanges(document, later)).toEqual([]),
);

it('a new major version may break callers', () => {
  expect(
    findBreakingChanges(document, { ...remove('paths /me get'), info: { ...document.info, version: '2' } }),
  ).toEqual([]);
});
