import { describe, expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';

interface Thing {
  data: { id: string };
}

const post = (key: string, idempotencyKey: string, body: unknown) =>
  call<Thing>('POST', '/things', { key, body, headers: { 'Idempotency-Key': idempotencyKey } });

const listNames = async (key: string): Promise<string[]> => {
  const { json } = await call<{ data: { name: string }[] }>('GET', '/things', { key });
  return json.data.map(({ name }) => name);
};

describe('the same Idempotency-Key and body', () => {
  it('a retry gets the first response byte for byte and does nothing twice', async () => {
    const { key } = await makeWorkspace();
    const first = await post(key, 'one', { name: 'once' });
    const second = await post(key, 'one', { name: 'once' });
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await listNames(key)).toEqual(['once']);
  });

  it('twenty concurrent requests with one key create one thing', async () => {
    const { key } = await makeWorkspace();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(key, 'race', { name: 'raced', delay_ms: 50 })),
    );
    const created = responses.filter(({ status }) => status === 201);
    expect(created.length).toBeGreaterThanOrEqual(1);
    expect(new Set(created.map(({ json }) => json.data.id)).size).toBe(1);
    for (const { status, json, headers } of responses.filter(({ status }) => status !== 201)) {
      expect({ status, json, retryAfter: headers.get('retry-after') }).toMatchObject({
        status: 400,
        retryAfter: '1',
        json: { error: { code: 'bad_request', message: expect.stringContaining('still running') } },
      });
    }
    expect(await listNames(key)).toEqual(['raced']);
  });

  it('an Idempotency-Key is shared by API keys of a workspace with equal scopes and by no other workspace', async () => {
    const { id, key } = await makeWorkspace();
    const first = await post(key, 'shared', { name: 'mine' });
    expect((await post(await makeKey(id), 'shared', { name: 'mine' })).text).toBe(first.text);
    const stranger = await makeWorkspace();
    const theirs = await post(stranger.key, 'shared', { name: 'mine' });
    expect(theirs.status).toBe(201);
    expect(theirs.json.data.id).not.toBe(first.json.data.id);
  });

  it('an error response is replayed too', async () => {
    const { key } = await makeWorkspace();
    const first = await post(key, 'refused', { name: 'x', end: 'refuse' });
    const second = await post(key, 'refused', { name: 'x', end: 'refuse' });
    expect(first.status).toBe(502);
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([502, first.text, 'true']);
  });

  it('a retry after our own failure runs again, with the same id', async () => {
    const { key } = await makeWorkspace();
    const idempotencyKey = newId();
    for (const attempt of [1, 2]) {
      const answer = await post(key, idempotencyKey, { name: `failed`, end: 'throw' });
      expect([attempt, answer.status, answer.headers.get('idempotent-replayed')]).toEqual([attempt, 500, null]);
    }
    expect(await listNames(key)).toEqual(['failed']);
  });
});

describe('an Idempotency-Key', () => {
  it('an API key of other scopes cannot spend an Idempotency-Key', async () => {
    const { id, key } = await makeWorkspace(['contacts:write']);
    const sender = await makeKey(id, ['messages:send']);
    expect((await post(key, 'order-17', { name: 'spent' })).status).toBe(201);
    const body = { to: '+4915112345678', text: 'Hi' };
    expect(
      await call('POST', '/messages', { key: sender, body, headers: { 'Idempotency-Key': 'order-17' } }),
    ).toMatchObject({
      status: 400,
      json: { error: { code: 'msgapp_not_configured' } },
    });
  });

  it('an Idempotency-Key cannot be used for another path by the same API key', async () => {
    const { key } = await makeWorkspace();
    await post(key, 'one', { name: 'a' });
    const contact = { key, body: { phone: '+4915112345678' }, headers: { 'Idempotency-Key': 'one' } };
    expect(await call('POST', '/contacts', contact)).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining('byte for byte') } },
    });
  });

  it('an Idempotency-Key cannot be reused for another body', async () => {
    const { key } = await makeWorkspace();
    await post(key, 'one', { name: 'a' });
    expect(await post(key, 'one', { name: 'b' })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining('byte for byte') } },
    });
    expect(await listNames(key)).toEqual(['a']);
  });

  it('an invalid request does not claim its Idempotency-Key', async () => {
    const { key } = await makeWorkspace();
    expect((await post(key, 'one', { name: '' })).status).toBe(400);
    expect((await post(key, 'one', { name: 'good' })).status).toBe(201);
  });

  it('an Idempotency-Key of more than 255 characters is rejected, and nothing is created', async () => {
    const { key } = await makeWorkspace();
    expect(await post(key, 'x'.repeat(256), { name: 'a' })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining('255') } },
    });
    expect((await post(key, 'x'.repeat(255), { name: 'b' })).status).toBe(201);
    expect(await listNames(key)).toEqual(['b']);
  });
});
