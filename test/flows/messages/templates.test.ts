import { beforeAll, describe, expect, it } from 'vitest';
import { listStoredTemplates, syncTemplates } from '../../../functions/domain/templates/templates.ts';
import { putTemplate } from '../../../functions/table/templates/templates.ts';
import { newPhone } from '../../support/contacts.ts';
import {
  callSimulator,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/simulator.ts';

let sender: SendingWorkspace;
let key: string;

beforeAll(async () => {
  sender = await makeSendingWorkspace();
  key = sender.key;
});

const sendTemplate = (template: object, own = sender) =>
  postMessage(own.key, { to: newPhone(), type: 'template', template });

const componentsOf = async ({ number }: SendingWorkspace) =>
  ((await listSentBodies(number)).at(-1)?.['template'] as { components?: unknown[] } | undefined)?.components;

const text = (value: string) => ({ type: 'text', text: value });

describe('a template', () => {
  it('is sent with its values in order, and kept as the customer reads it', async () => {
    const { status, json } = await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] });
    expect(status).toBe(201);
    expect((await listSentBodies(sender.number)).at(-1)).toMatchObject({
      type: 'template',
      template: {
        name: 'order_update',
        language: { code: 'en_US' },
        components: [{ type: 'body', parameters: [text('Ana'), text('A-17')] }],
      },
    });
    expect(await listMessages(key, json.data.conversation_id)).toMatchObject([
      {
        content_type: 'template',
        template_name: 'order_update',
        content_text: 'Hi Ana, your order A-17 is on its way.',
        media_url: null,
      },
    ]);
  });

  it('is sent in the language that is asked for', async () => {
    const { json } = await sendTemplate({ name: 'order_update', language: 'de', params: ['Ana', 'A-17'] });
    const [message] = await listMessages(key, json.data.conversation_id);
    expect(message?.content_text).toBe('Hallo Ana, Ihre Bestellung A-17 ist unterwegs.');
  });

  it('without placeholders needs no values, and ignores those that it has no place for', async () => {
    const params = { body: ['surplus'], headerText: 'no variable', buttonParams: { 0: 'no button' } };
    expect((await sendTemplate({ name: 'hello_world', params })).status).toBe(201);
    expect(await componentsOf(sender)).toBeUndefined();
  });

  it('takes structured values for header, body and buttons', async () => {
    const params = {
      headerMediaUrl: 'https://cdn.example.com/p.jpg',
      bodyNamed: { first_name: 'Ana', order_id: 'A-17' },
      buttonParams: { 0: 'A-17' },
    };
    const { json } = await sendTemplate({ name: 'order_ready', params });
    expect(await componentsOf(sender)).toEqual([
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://cdn.example.com/p.jpg' } }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', parameter_name: 'first_name', text: 'Ana' },
          { type: 'text', parameter_name: 'order_id', text: 'A-17' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '0', parameters: [text('A-17')] },
    ]);
    const [message] = await listMessages(key, json.data.conversation_id);
    expect(message?.content_text).toBe('Hi Ana, order A-17 is ready.');
  });

  it('keeps each card of a carousel in its place', async () => {
    const picture = (n: number) => ({ headerMediaUrl: `https://cdn.example.com/${n}.jpg` });
    const card = (n: number) => ({ ...picture(n), body: [`${n}0%`], buttonParams: { 1: `item-${n}` } });
    const params = { body: ['Ana'], cards: [card(1), card(2)] };
    expect((await sendTemplate({ name: 'new_arrivals', params })).status).toBe(201);
    expect(await componentsOf(sender)).toMatchObject([
      { type: 'body' },
      { type: 'carousel', cards: [{ card_index: 0 }, { card_index: 1 }] },
    ]);
  });

  it.each([
    ['with too few values', { name: 'order_update', params: ['Ana'] }, /#132000/],
    ['that the channel does not have', { name: 'no_such_template' }, /#132001/],
    ['in a language that it does not have', { name: 'order_update', language: 'fr', params: ['A', 'B'] }, /#132001/],
    ['with a name that cannot be one', { name: `${'ü'.repeat(500)}#`, params: ['A'] }, /#132001/],
    ['that is paused', { name: 'paused_offer' }, /#132015/],
    ['with a header that is not given', { name: 'store_location', params: { body: ['A-17'] } }, /#132012/],
  ])('%s is refused in the words of the channel', async (_, template, words) => {
    const answer = await sendTemplate(template);
    expect(answer).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
    expect(answer.json.error?.message).toMatch(words);
  });
});

describe('a definition', () => {
  const unsound = { name: 'unsound', language: 'en_US', components: [{ type: 'BODY' }] };

  it('is fetched by the first send, and asked of the channel no more', async () => {
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

  it('that no longer fits is fetched anew after the refusal', async () => {
    const own = await makeSendingWorkspace();
    await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own);
    const row = { name: 'order_update', language: 'en_US', components: [{ type: 'BODY', text: 'Only {{1}}' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...row });
    expect((await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own)).status).toBe(502);
    expect((await sendTemplate({ name: 'order_update', params: ['Ana', 'A-17'] }, own)).status).toBe(201);
    expect(await componentsOf(own)).toEqual([{ type: 'body', parameters: [text('Ana')] }]);
  });

  it('that is unsound refuses the send, until the channel has a sound one', async () => {
    const own = await makeSendingWorkspace();
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...unsound });
    const answer = await sendTemplate({ name: 'unsound' }, own);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'template_malformed' } } });
    expect(answer.json.error?.message).toContain('a body has no text');
    expect(await listSentBodies(own.number)).toEqual([]);
    const sound = { ...unsound, components: [{ type: 'BODY', text: 'Fine' }] };
    await callSimulator('POST', '/templates', { waba_id: own.number.waba_id, ...sound });
    expect((await sendTemplate({ name: 'unsound' }, own)).status).toBe(201);
  });

  it('that is stored and unsound refuses the send when the channel no longer lists it', async () => {
    const own = await makeSendingWorkspace();
    const fields = { status: null, category: null, synced_at: '2026-01-01T00:00:00.000Z', is_stale: false };
    await putTemplate(own.id, { name: 'unsound', language: 'en_US', row: JSON.stringify(unsound), ...fields });
    expect(await sendTemplate({ name: 'unsound' }, own)).toMatchObject({
      json: { error: { code: 'template_malformed' } },
    });
  });
});

describe('a sync', () => {
  it('stores every template of the account, and forgets those that are gone', async () => {
    const own = await makeSendingWorkspace();
    const gone = { status: 'APPROVED', category: null, synced_at: '2026-01-01T00:00:00.000Z', is_stale: false };
    await putTemplate(own.id, { name: 'gone', language: 'en_US', row: '{}', ...gone });
    const { data } = await callSimulator<{ data: unknown[] }>('GET', `/templates?waba_id=${own.number.waba_id}`);
    expect(await syncTemplates(own.id)).toEqual({ synced: data.length, removed: 1 });
    const stored = await listStoredTemplates(own.id);
    expect(stored).toHaveLength(data.length);
    expect(stored.find(({ name }) => name === 'gone')).toBeUndefined();
    expect(stored.every(({ problem }) => problem === null)).toBe(true);
  });
});
