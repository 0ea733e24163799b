import { describe, expect, it } from 'vitest';
import { defaultAccounts } from '../../../tools/simulator/defaults.ts';
import { simulate } from './fixture/simulator.ts';

describe('the control API says in a sentence what is wrong with', () => {
  it.each<[string, string, unknown, string]>([
    ['POST', '/inbound', 'x', 'The body must be JSON.'],
    ['POST', '/inbound', [], 'The body must be a JSON object.'],
    ['POST', '/inbound', {}, '"channel" is required.'],
    ['POST', '/inbound', { channel: 'fax', from: '1' }, '"channel" must be msgapp, social or web.'],
    ['POST', '/inbound', { channel: 'msgapp' }, '"from" is required.'],
    ['POST', '/inbound', { channel: 'msgapp', from: 7 }, '"from" must be a string.'],
    ['POST', '/inbound', { channel: 'msgapp', from: 'Ana' }, '"from" must be a phone number of 7 to 15 digits.'],
    ['POST', '/inbound', { channel: 'web', from: 'a', type: 'image' }, '"type" must be one of text on web.'],
    [
      'POST',
      '/inbound',
      { channel: 'web', from: 'a', timestamp: 'now' },
      '"timestamp" must be a time in Unix seconds.',
    ],
    ['POST', '/inbound', { channel: 'social', from: 'a', media: { data: '?' } }, '"media.data" must be base64.'],
    [
      'POST',
      '/status',
      { message_id: 'x', status: 'seen' },
      '"status" must be one of sent, delivered, read, played, failed, deleted.',
    ],
    ['POST', '/switches', { duplicates: 1 }, 'There is no field "duplicates" here.'],
    ['POST', '/switches', { duplicate: 1.5 }, '"duplicate" must be a whole number from 0 to 20.'],
    ['POST', '/switches', { fail_next: { count: 1, cod: 1 } }, '"fail_next.code" is required.'],
    ['POST', '/switches', { receipts: ['seen'] }, '"receipts.0" must be sent, delivered, read or played.'],
    ['POST', '/window', { customer: '1', open: 'yes' }, '"open" must be true or false.'],
    ['POST', '/webhooks', { channel: 'web', url: 'ftp://a' }, '"url" must be an http or https URL.'],
    ['POST', '/accounts', { channel: 'web', ids: 'x' }, 'There is no field "ids" here.'],
  ])('%s %s %o', async (method, path, body, message) => {
    const { control } = await simulate();
    expect(await control(method, path, body)).toEqual({
      status: 400,
      json: { error: { code: 'bad_request', message } },
    });
  });

  it('an account, a message or a path that is not there', async () => {
    const { control } = await simulate();
    const inbound = await control('POST', '/inbound', { channel: 'msgapp', from: '+4915550001111', account_id: '5' });
    expect([inbound.status, inbound.json.error.message]).toEqual([
      404,
      'There is no msgapp account "5"; GET /accounts lists them.',
    ]);
    const status = await control('POST', '/status', { message_id: 'wamid.x', status: 'read' });
    expect([status.status, status.json.error.code]).toEqual([404, 'not_found']);
    const path = await control('PUT', '/sent');
    expect([path.status, path.json.error.message]).toEqual([404, 'There is no PUT /sent; GET / lists what there is.']);
  });
});

describe('the control API', () => {
  it('ignores what it does not know of a customer’s message', async () => {
    const { control } = await simulate();
    const body = { channel: 'msgapp', from: '+4915550001111', mood: 'good' };
    expect((await control('POST', '/inbound', body)).json).toEqual({ message_id: expect.any(String) });
  });

  it('lists what it can be told', async () => {
    const { control } = await simulate();
    const { json } = await control('GET', '/');
    expect(json.data).toContainEqual({ method: 'POST', path: '/inbound', about: expect.any(String) });
  });

  it('has fixed accounts, and makes up what a new one lacks', async () => {
    const { control } = await simulate();
    const { json } = await control('GET', '/accounts');
    expect(json.data.map(({ id }) => id)).toEqual(defaultAccounts.map(({ id }) => id));
    expect((await control('POST', '/accounts', { channel: 'msgapp' })).json.data).toEqual({
      channel: 'msgapp',
      id: expect.stringMatching(/^\d{15}$/),
      waba_id: expect.stringMatching(/^\d{15}$/),
      display_phone_number: expect.stringMatching(/^1555\d{7}$/),
      access_token: expect.stringContaining('local-msgapp-token-'),
    });
  });

  it('keeps the switches that are not named, and resets all of them', async () => {
    const { control } = await simulate({ switches: { receipts: [] } });
    const before = await control('GET', '/switches');
    expect(before.json.data).toMatchObject({ receipts: [], duplicate: 0, registered: true });
    await control('POST', '/switches', { duplicate: 1 });
    await control('POST', '/switches', { account_id: '7', batch: 9 });
    expect((await control('GET', '/switches')).json.data).toMatchObject({ duplicate: 1, batch: 0 });
    expect((await control('GET', '/switches?account_id=7')).json.data).toMatchObject({ duplicate: 1, batch: 9 });
    await control('DELETE', '/switches');
    expect(await control('GET', '/switches?account_id=7')).toEqual(before);
  });
});
