import { describe, expect, it } from 'vitest';
import { foreignHeaders, localHeaders, requestWith } from '../../support/foreign-requests.ts';
import { simulate } from './fixture/simulator.ts';

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
