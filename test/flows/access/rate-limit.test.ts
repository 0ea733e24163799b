import { expect, it } from 'vitest';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';

it('exactly 120 of 135 concurrent requests with one key succeed; the others get a Retry-After', async () => {
  const { key } = await makeWorkspace();
  const answers = await Promise.all(Array.from({ length: 135 }, () => call('GET', '/me', { key })));
  const good = answers.filter(({ status }) => status === 200);
  const limited = answers.filter(({ status }) => status === 429);
  expect([good.length, limited.length]).toEqual([120, 15]);
  expect(
    good.map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))).sort((left, right) => left - right),
  ).toEqual(Array.from({ length: 120 }, (_, remaining) => remaining));
  for (const { json, headers } of limited) {
    expect(json).toMatchObject({ error: { code: 'rate_limited', message: expect.any(String) } });
    const retryAfter = Number(headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(headers.get('x-ratelimit-limit')).toBe('120');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1000);
  }
});

it('each key has its own limit, which forbidden and invalid requests count towards', async () => {
  const { id, key } = await makeWorkspace(['contacts:write']);
  await call('GET', '/things', { key });
  await call('POST', '/things', { key, body: '{' });
  const third = await call('GET', '/me', { key });
  expect(third.headers.get('x-ratelimit-remaining')).toBe('117');
  const fresh = await call('GET', '/me', { key: await makeKey(id) });
  expect(fresh.headers.get('x-ratelimit-remaining')).toBe('119');
});
