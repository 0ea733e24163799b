import { describe, expect, inject, it } from 'vitest';
import { defaultSecrets } from '../../../tools/simulator/defaults.ts';

const requestHandshake = (channel: 'msgapp' | 'social', query: Record<string, string>): Promise<Response> =>
  fetch(`${inject('service').baseUrl}/channels/${channel}?${new URLSearchParams(query)}`);

describe.each(['msgapp', 'social'] as const)('the handshake of %s', (channel) => {
  const { verifyToken } = defaultSecrets[channel];
  const good = { 'hub.mode': 'subscribe', 'hub.challenge': '0042-ä <b>', 'hub.verify_token': verifyToken };

  it(`${channel} gets exactly its challenge back, as plain text`, async () => {
    const response = await requestHandshake(channel, good);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.text()).toBe('0042-ä <b>');
  });

  it.each([
    ['another token', { ...good, 'hub.verify_token': `${verifyToken}x` }],
    ['the token of the other channel', { ...good, 'hub.verify_token': otherToken(channel) }],
    ['no token', { 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
    ['another mode', { ...good, 'hub.mode': 'unsubscribe' }],
    ['no challenge', { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken }],
    ['nothing', {}],
  ] as [string, Record<string, string>][])(`${channel} is refused with %s`, async (_, query) => {
    const response = await requestHandshake(channel, query);
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ error: { code: 'forbidden', message: expect.any(String) } });
  });
});

const otherToken = (channel: 'msgapp' | 'social'): string =>
  defaultSecrets[channel === 'msgapp' ? 'social' : 'msgapp'].verifyToken;
