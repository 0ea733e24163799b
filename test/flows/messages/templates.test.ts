import { beforeAll, describe, expect, it } from 'vitest';
import { listStoredTemplates, syncTemplates } from '../../../functions/domain/templates/templates.ts';
import { putTemplate } from '../../../functions/table/templates/templates.ts';
import {
  callSimulator,
  countUsedMessages,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';

let sender: SendingWorkspace;
let key: string;

beforeAll(async () => {
  sender = await makeSendingWorkspace();
  key = sender.key;
});

const sendTemplate = (template: object, own = sender) =>
  postMessage(own.key, { to: newPhone(), type: 'template', template });

const readSentComponents = async ({ number }: SendingWorkspace) =>
  ((await listSentBodies(number)).at(-1)?.['template'] as { components?: unknown[] } | undefined)?.components;

const text = (value: string) => ({ type: 'text', text: value });

describe('template messages', () => {
  it('a template is sent in its language with its values in order and stored as the customer sees it', async () => {
    const { status, json } = await sendTemplate({ name: 'order_update', language: 'de', params: ['Ana', 'A-17'] });
    expect(status).toBe(201);
    expect((await listSentBodies(sender.number)).at(-1)).toMatchObject({
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'de' },
        components: [{ type: 'body', parameters: [text('Ana'), text('A-17')] }],
      },
    });
    expect(await listMessages(key, json.data.conversation_id)).toMatchObject([
      {
        content_type: 'template',
        template_name: 'order_update',
        content_text: 'Hallo Ana, Ihre Bestellung A-17 ist unterwegs.',
        media_url: null,
      },
    ]);
  });

  it.each([
    ['an unknown template', { name: 'no_such_template' }, /#132001/],
    ['a paused template', { name: 'paused_offer' }, /#132015/],
  ])('%s is refused in the words of the channel', async (_, template, words) => {
    const response = await sendTemplate(template);
    expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
    expect(response.json.error?.message).toMatch(words);
  });
});

describe('a value that a template needs', () => {
  it('a missing value rejects the send by its field before anything is sent or stored', async () => {
    const own = await makeSendingWorkspace();
    const response = await sendTemplate({ name: 'order_update', params: ['Ana'] }, own);
    expect(response).toMatchObject({ status: 400, json: { error: { code: 'template_malformed' } } });
    expect(response.json.error?.message).toContain('"template.params.body.1" is required');
    expect(await listSentBodies(own.number)).toEqual([]);
    expect(await countUsedMessages(own.id)).toBe(0);
  });

  it('a value that only the stored definition needs is not missing', async () => {
    const own = await makeSendingWorkspace();
    await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own);
    const row = { name: 'order_update', language: 'en_US', components: [{ type: 'BODY', text: 'Only {{1}}' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...row });
    expect((await sendTemplate({ name: 'order_update', params: ['Ana'] }, own)).status).toBe(201);
  });
});

describe('values that name a field of the contact', () => {
  const send = (to: string, params: string[], fields: object = {}) =>
    postMessage(key, { to, type: 'template', template: { name: 'order_update', params }, ...fields });

  const readSentTexts = async () => /"parameters":(.*)\}\]/.exec(JSON.stringify(await readSentComponents(sender)))?.[1];

  it('a contact gets its own values or the default, also with its first message and in a reply', async () => {
    const ana = await makeContact(key, { name: 'Ana {{contact.phone}}', attributes: { city: 'Rome' } });
    const params = [
      '{{contact.name|there}}',
      '{{contact.attributes.city}} \\{{contact.email}} {{contact.company|home}}',
    ];
    const expected = JSON.stringify([text('Ana {{contact.phone}}'), text('Rome {{contact.email}} home')]);
    const { json } = await send(String(ana.phone), params);
    expect(await readSentTexts()).toBe(expected);
    expect((await send(String(ana.phone), params)).status).toBe(201);
    expect(await readSentTexts()).toBe(expected);
    const path = `/conversations/${json.data.conversation_id}/messages`;
    const body = { type: 'template', template: { name: 'order_update', params: ['{{contact.phone}}', 'A-17'] } };
    expect((await call('POST', path, { key, body })).status).toBe(201);
    expect(await readSentTexts()).toBe(JSON.stringify([text(String(ana.phone)), text('A-17')]));
    const messages = await listMessages(key, json.data.conversation_id);
    expect(messages.at(-1)?.content_text).toBe(
      'Hi Ana {{contact.phone}}, your order Rome {{contact.email}} home is on its way.',
    );
  });

  it('a number without a contact has the name that the request gives it', async () => {
    await send(newPhone(), ['{{contact.name}}', '{{contact.email|A-17}}'], { name: 'Bo' });
    expect(await readSentTexts()).toBe(JSON.stringify([text('Bo'), text('A-17')]));
  });

  it('a fallback template carries the values as they were when its message was sent', async () => {
    const ana = await makeContact(key, { phone: '+491515550003', name: 'Ana {{contact.phone}}' });
    const fallback_template = { name: 'order_update', params: ['{{contact.name}}', 'A-17'] };
    const { json } = await postMessage(key, { to: ana.phone, text: 'Hi', fallback_template });
    const readTexts = async () =>
      (await listMessages(key, json.data.conversation_id)).map((message) => message.content_text);
    await expect.poll(readTexts).toEqual(['Hi Ana {{contact.phone}}, your order A-17 is on its way.', 'Hi']);
  });

  const tooMuch = ['{{contact.name}}'.repeat(900), 'A'];

  it.each([
    ['a value that the contact lacks', ['{{contact.name}}', 'A'], {}, /^"template.params": The contact has no name/],
    ['more text than a template can have', tooMuch, { name: 'x'.repeat(255) }, /must have at most 16384/],
  ])('%s is refused before anything is stored', async (_, params, fields, message) => {
    const to = newPhone();
    const { status, json } = await send(to, params, fields);
    expect(status).toBe(400);
    expect(json.error?.message).toMatch(message);
    const { json: list } = await call<{ data: unknown[] }>('GET', `/contacts?phone=${encodeURIComponent(to)}`, { key });
    expect(list.data).toEqual([]);
  });
});

describe('template definitions', () => {
  const malformed = { name: 'malformed', language: 'en_US', components: [{ type: 'BODY' }] };

  it('a definition is fetched by the first send and reused by later ones', async () => {
    const own = await makeSendingWorkspace();
    await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own);
    const stored = await listStoredTemplates(own.id);
    expect(stored.map(({ name, language }) => `${name} ${language}`)).toEqual([
      'order_update de',
      'order_update en_US',
    ]);
    const row = { name: 'order_update', language: 'en_US', components: [{ type: 'BODY', text: 'New {{1}} {{2}}' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...row });
    const { json } = await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own);
    const [message] = await listMessages(own.key, json.data.conversation_id);
    expect(message?.content_text).toBe('Hi Ana, your order A-17 is on its way.');
  });

  it('a definition that no longer fits is fetched again after the refusal', async () => {
    const own = await makeSendingWorkspace();
    await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own);
    const row = { name: 'order_update', language: 'en_US', components: [{ type: 'BODY', text: 'Only {{1}}' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...row });
    expect((await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own)).status).toBe(502);
    expect((await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own)).status).toBe(201);
    expect(await readSentComponents(own)).toEqual([{ type: 'body', parameters: [text('Ana')] }]);
  });

  it('a malformed definition rejects the send until it is fixed at the channel', async () => {
    const own = await makeSendingWorkspace();
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...malformed });
    const response = await sendTemplate({ name: 'malformed' }, own);
    expect(response).toMatchObject({ status: 400, json: { error: { code: 'template_malformed' } } });
    expect(response.json.error?.message).toContain('a body has no text');
    expect(await listSentBodies(own.number)).toEqual([]);
    const fixed = { ...malformed, components: [{ type: 'BODY', text: 'Fine' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...fixed });
    expect((await sendTemplate({ name: 'malformed' }, own)).status).toBe(201);
  });
});

describe('template sync', () => {
  it('a sync stores every template of the account, removes those that are gone and counts what changed', async () => {
    const own = await makeSendingWorkspace();
    const gone = {
      status: 'APPROVED',
      category: null,
      quality: null,
      synced_at: '2026-01-01T00:00:00.000Z',
      is_stale: false,
    };
    await putTemplate(own.id, { name: 'gone', language: 'en_US', row: '{}', ...gone });
    const { data } = await callSimulator<{ data: unknown[] }>('GET', `/templates?waba_id=${own.number.waba_id}`);
    const synced = { synced: data.length, added: data.length, changed: 0, removed: 1 };
    expect(await syncTemplates(own.id)).toEqual(synced);
    expect(await syncTemplates(own.id)).toEqual({ ...synced, added: 0, removed: 0 });
    const stored = await listStoredTemplates(own.id);
    expect(stored).toHaveLength(data.length);
    expect(stored.find(({ name }) => name === 'gone')).toBeUndefined();
    expect(stored.every(({ problem }) => problem === null)).toBe(true);
    const changed = { name: 'order_update', language: 'en_US', components: [{ type: 'BODY', text: 'Hello {{1}}' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...changed });
    expect(await syncTemplates(own.id)).toMatchObject({ added: 0, changed: 1, removed: 0 });
  });
});
