import { beforeAll, describe, expect, it } from 'vitest';
import { syncTemplates } from '../../../functions/domain/templates/templates.ts';
import type { SendableTemplate } from '../../../functions/model/templates/sendable-template.ts';
import { putTemplate } from '../../../functions/table/templates/templates.ts';
import { makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { call, makeWorkspace, readPages } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { templateRows, toStoredRow } from '../../support/messages/template-rows.ts';

const list = async (key: string, query = '') =>
  (await call<{ data: SendableTemplate[] }>('GET', `/templates${query}`, { key })).json;
const get = (key: string, name: string, language = 'en_US') =>
  call<{ data: SendableTemplate; error?: unknown }>('GET', `/templates/${name}/${language}`, { key });

describe('GET /templates', () => {
  let key: string;
  beforeAll(async () => {
    const workspace = await makeWorkspace(['messages:send']);
    key = workspace.key;
    for (const row of templateRows) await putTemplate(workspace.id, toStoredRow(row));
  });

  it('without a status it lists the approved templates, by name', async () => {
    const { data } = await list(key);
    const approved = templateRows.filter(({ status }) => status === 'APPROVED').map(({ name }) => name);
    expect(data.map(({ name }) => name)).toEqual(approved.sort());
  });

  it('the filter takes a status in any case, or all', async () => {
    expect((await list(key, '?status=paused')).data.map(({ status }) => status)).toEqual(
      templateRows.filter(({ status }) => status === 'PAUSED').map(() => 'PAUSED'),
    );
    expect((await list(key, '?status=all')).data).toHaveLength(templateRows.length);
    expect(await list(key, '?status=nonsense')).toMatchObject({
      error: { code: 'bad_request', message: expect.stringMatching(/^"status" must be one of approved, pending, /) },
    });
  });

  it('pages hold every template once', async () => {
    const pages = await readPages<SendableTemplate>(key, '/templates?status=all&limit=2');
    const names = pages.flat().map(({ name, language }) => `${name} ${language}`);
    expect(names.sort()).toEqual(templateRows.map(({ name, language }) => `${name} ${language}`).sort());
  });
});

describe('the values that a template needs', () => {
  it('every template of the channel can be sent with exactly the values that the list asks for', async () => {
    const sender = await makeSendingWorkspace();
    await syncTemplates(sender.id);
    const { data } = await list(sender.key, '?limit=100');
    expect(data.length).toBeGreaterThan(5);
    for (const template of data) {
      const { status, json } = await postMessage(sender.key, {
        to: newPhone(),
        type: 'template',
        template: { name: template.name, language: template.language, params: fill(template) },
      });
      expect([template.name, status, json.error]).toEqual([template.name, 201, undefined]);
    }
  });

  it('a header, named and numbered placeholders, buttons with their index and cards are told apart', async () => {
    const sender = await makeSendingWorkspace();
    await syncTemplates(sender.id);
    const needs = async (name: string) => (await get(sender.key, name)).json.data.params;
    expect(await needs('hello_world')).toEqual({ header: null, body: [], buttons: [], cards: [] });
    expect(await needs('order_update')).toMatchObject({ body: ['1', '2'] });
    expect(await needs('order_ready')).toMatchObject({
      header: 'image',
      body: ['first_name', 'order_id'],
      buttons: [{ index: 0, kind: 'url', required: true }, expect.anything()],
    });
    expect(await needs('store_location')).toMatchObject({ header: 'location' });
    expect(await needs('coupon')).toMatchObject({ buttons: [{ index: 0, kind: 'copy_code', required: true }] });
    expect(await needs('new_arrivals')).toMatchObject({
      body: ['1'],
      cards: [
        { header: 'image', body: ['1'] },
        { header: 'image', body: ['1'] },
      ],
    });
  });

  it('a template that cannot be used says why and needs nothing', async () => {
    const { id, key } = await makeWorkspace();
    const row = {
      name: 'broken',
      language: 'en_US',
      status: 'APPROVED',
      category: 'UTILITY',
      components: [{ type: 'BODY' }],
    };
    await putTemplate(id, toStoredRow(row));
    expect((await get(key, 'broken')).json.data).toMatchObject({ params: null, problem: 'a body has no text' });
  });
});

describe('GET /templates/{name}/{language}', () => {
  it('a template of any status is returned, with why it was rejected', async () => {
    const { id, key } = await makeWorkspace();
    const row = {
      name: 'summer',
      language: 'pt_BR',
      status: 'REJECTED',
      category: 'MARKETING',
      rejected_reason: 'SCAM',
      components: [{ type: 'BODY', text: 'Olá {{1}}' }],
    };
    await putTemplate(id, toStoredRow(row));
    expect((await get(key, 'summer', 'pt_BR')).json.data).toEqual({
      name: 'summer',
      language: 'pt_BR',
      category: 'MARKETING',
      status: 'REJECTED',
      reason: 'SCAM',
      quality: null,
      text: 'Olá {{1}}',
      params: { header: null, body: ['1'], buttons: [], cards: [] },
      problem: null,
      synced_at: '2026-01-01T00:00:00.000Z',
    });
  });

  it.each([
    ['an unknown name', 'nothing', 'en_US'],
    ['a name too long for a key', 'x'.repeat(1_500), 'en_US'],
  ])('%s is a 404', async (_, name, language) => {
    const { key } = await makeWorkspace();
    expect(await get(key, name, language)).toMatchObject({
      status: 404,
      json: { error: { code: 'not_found', message: 'There is no such template.' } },
    });
  });
});

type Needs = NonNullable<SendableTemplate['params']>;

const fill = ({ params }: SendableTemplate): object => {
  if (!params) throw new Error('The template cannot be used.');
  return { ...fillParts(params), cards: params.cards.map(fillParts) };
};

/** Fills the parts as a program would that knows nothing but the list. */
const fillParts = ({ header, body, buttons }: Omit<Needs, 'cards'>): object => {
  const isNamed = body.some((name) => !/^\d+$/.test(name));
  const media = { headerMediaUrl: 'https://cdn.example.com/file' };
  const headers = {
    text: { headerText: 'Sale' },
    image: media,
    video: media,
    document: media,
    location: { headerLocation: { latitude: '52.52', longitude: '13.405', name: 'Depot', address: '1 Example St' } },
  };
  return {
    ...(header ? headers[header] : {}),
    ...(isNamed
      ? { bodyNamed: Object.fromEntries(body.map((name) => [name, 'x'])) }
      : { body: body.map(() => '123456') }),
    buttonParams: Object.fromEntries(
      buttons.filter(({ required }) => required).map(({ index }) => [String(index), '123456']),
    ),
  };
};
