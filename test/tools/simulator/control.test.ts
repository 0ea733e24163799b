import { describe, expect, it } from 'vitest';
import { startSimulator } from '../../../tools/simulator/start.ts';
import { foreignHeaders, localHeaders, requestWith } from '../../support/foreign-requests.ts';
import { startReceiver } from './fixture/receiver.ts';
import { eventually, msgapp, simulate, textMessage } from './fixture/simulator.ts';

describe('control API', () => {
  it.each<[string, unknown, string]>([
    ['/inbound', 'x', 'The body must be JSON.'],
    ['/inbound', [], 'The body must be a JSON object.'],
    ['/inbound', { channel: 'msgapp' }, '"from" is required.'],
    ['/inbound', { channel: 'msgapp', from: 'Ana' }, '"from" must be a phone number of 7 to 15 digits.'],
    ['/inbound', { channel: 'web', from: 'a', type: 'image' }, '"type" must be one of text on web.'],
    ['/switches', { duplicates: 1 }, 'Unknown field "duplicates".'],
    ['/switches', { fail_next: { count: 1, cod: 1 } }, '"fail_next.code" is required.'],
    ['/switches', { receipts: ['seen'] }, '"receipts.0" must be sent, delivered, read or played.'],
  ])('POST %s rejects %o and names the fault', async (path, body, message) => {
    const { control } = await simulate();
    expect(await control('POST', path, body)).toEqual({
      status: 400,
      json: { error: { code: 'bad_request', message } },
    });
  });

  it('an unknown account, message or path is not found', async () => {
    const { control } = await simulate();
    const inbound = await control('POST', '/inbound', { channel: 'msgapp', from: '+4915550001111', account_id: '5' });
    expect([inbound.status, inbound.json.error.message]).toEqual([
      404,
      'Unknown msgapp account "5". GET /accounts lists the accounts.',
    ]);
    const status = await control('POST', '/status', { message_id: 'wamid.x', status: 'read' });
    expect([status.status, status.json.error.code]).toEqual([404, 'not_found']);
    const path = await control('PUT', '/sent');
    expect([path.status, path.json.error.message]).toEqual([
      404,
      'Unknown path or method: PUT /sent. GET / lists the control API.',
    ]);
  });

  it('unknown fields of an inbound message are ignored', async () => {
    const { control } = await simulate();
    const body = { channel: 'msgapp', from: '+4915550001111', mood: 'good' };
    expect((await control('POST', '/inbound', body)).json).toEqual({ message_id: expect.any(String) });
  });

  it('switches of one account leave other accounts unchanged until all are reset', async () => {
    const { control } = await simulate({ switches: { receipts: [] } });
    const before = await control('GET', '/switches');
    expect(before.json.data).toMatchObject({ receipts: [], duplicate: 0 });
    await control('POST', '/switches', { duplicate: 1 });
    await control('POST', '/switches', { account_id: '7', delay_ms: 9 });
    expect((await control('GET', '/switches')).json.data).toMatchObject({ duplicate: 1, delay_ms: 0 });
    expect((await control('GET', '/switches?account_id=7')).json.data).toMatchObject({ duplicate: 1, delay_ms: 9 });
    await control('DELETE', '/switches');
    expect(await control('GET', '/switches?account_id=7')).toEqual(before);
  });
});

describe('requests to the simulator', () => {
  it.each(foreignHeaders)('the simulator refuses a request with %s', async (_, buildHeaders) => {
    const { url, receiver } = await simulate();
    const headers = buildHeaders(new URL(url));
    const { status, body } = await requestWith(`${url}/accounts`, headers);
    expect(status).toBe(403);
    expect(JSON.parse(body).error).toEqual({ code: 'forbidden', message: expect.stringContaining(url) });
    const inbound = { method: 'POST', body: '{"channel":"msgapp","from":"+4915550001111","text":"Hi"}' };
    expect((await requestWith(`${url}/inbound`, headers, inbound)).status).toBe(403);
    expect(receiver.received).toEqual([]);
  });

  it.each(localHeaders)('the simulator answers a request with %s', async (_, buildHeaders) => {
    const { url } = await simulate();
    expect((await requestWith(`${url}/accounts`, buildHeaders(new URL(url)))).status).toBe(200);
  });
});

describe('simulator', () => {
  it('a port in use is reported in one sentence', async () => {
    const { url } = await simulate();
    const port = Number(new URL(url).port);
    await expect(startSimulator({ port })).rejects.toThrow(`The simulator cannot use port ${port}: it is in use.`);
  });

  it('the simulator listens on the loopback interface only', async () => {
    const { url } = await simulate();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    await expect(fetch(url.replace('127.0.0.1', '[::1]'))).rejects.toThrow('fetch failed');
  });

  it('the simulator stops even with requests, receipts and retries in flight', async () => {
    const receiver = await startReceiver({ statusFor: () => 500 });
    const { url, send, stop } = await simulate({ retry: { firstDelayMs: 60_000 } }, receiver);
    const hanging = fetch(`${url}/v25.0/${msgapp.id}/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${msgapp.accessToken}` },
      body: JSON.stringify(textMessage('+49305550007')),
    }).catch(() => 'cut off');
    await send(textMessage());
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(0));
    await stop();
    expect(await hanging).toBe('cut off');
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});
