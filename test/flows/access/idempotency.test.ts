import { describe, expect, it, vi } from 'vitest';
import {
  beginRequest,
  type IdempotencyClaim,
  releaseRequest,
  storeResponse,
} from '../../../functions/domain/access/idempotency.ts';
import { clock } from '../../../functions/platform/clock.ts';
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

  it('ten concurrent requests with one key create one thing', async () => {
    const { key } = await makeWorkspace();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => post(key, 'race', { name: 'raced', delay_ms: 50 })),
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

  it('a refusal is not replayed: once its cause is gone, the same request succeeds', async () => {
    const { key } = await makeWorkspace();
    const create = (headers = {}) => call<Thing>('POST', '/segments', { key, body: { name: 'VIP' }, headers });
    const { json } = await create();
    const refused = await create({ 'Idempotency-Key': 'one' });
    await call('DELETE', `/segments/${json.data.id}`, { key });
    const created = await create({ 'Idempotency-Key': 'one' });
    expect([refused.status, created.status]).toEqual([400, 201]);
    expect((await create({ 'Idempotency-Key': 'one' })).text).toBe(created.text);
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
    ).toMatchObject({ status: 400, json: { error: { code: 'msgapp_not_configured' } } });
  });

  it('an Idempotency-Key cannot be used for another path or body by the same API key', async () => {
    const { key } = await makeWorkspace();
    await post(key, 'one', { name: 'a' });
    const contact = { key, body: { phone: '+4915112345678' }, headers: { 'Idempotency-Key': 'one' } };
    for (const response of [await call('POST', '/contacts', contact), await post(key, 'one', { name: 'b' })])
      expect(response).toMatchObject({
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

  it('an Idempotency-Key of more than 255 characters is rejected before anything is created', async () => {
    const { key } = await makeWorkspace();
    expect(await post(key, 'x'.repeat(256), { name: 'a' })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining('255') } },
    });
    expect((await post(key, 'x'.repeat(255), { name: 'b' })).status).toBe(201);
    expect(await listNames(key)).toEqual(['b']);
  });
});

const newAttempt = (workspaceId: string, request = 'POST /things\n{}') => ({
  workspaceId,
  holder: '',
  key: 'the key',
  request,
  endsByMs: clock.now() + 5_000,
});

const claim = async (attempt: Parameters<typeof beginRequest>[0]): Promise<IdempotencyClaim> => {
  const begun = await beginRequest(attempt);
  if ('response' in begun) throw new Error('expected the right to run, got an answer');
  return begun.claim;
};

describe('a request that ended without an answer', () => {
  it('a lost request blocks a retry until its lease expires, then passes on its resource id', async () => {
    const workspaceId = newId();
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const lost = await claim(newAttempt(workspaceId));
    now.mockReturnValue(startMs + 4_999);
    await expect(beginRequest(newAttempt(workspaceId))).rejects.toMatchObject({
      code: 'bad_request',
      headers: { 'Retry-After': '1' },
    });
    now.mockReturnValue(startMs + 5_000);
    const takenOver = await claim(newAttempt(workspaceId));
    expect(takenOver.record.resource_id).toBe(lost.record.resource_id);
  });

  it('exactly one of many retries takes over a lost request', async () => {
    const workspaceId = newId();
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    await claim(newAttempt(workspaceId));
    now.mockReturnValue(clock.now() + 5_000);
    const begun = await Promise.allSettled(Array.from({ length: 10 }, () => beginRequest(newAttempt(workspaceId))));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('a request cannot store its answer after a retry took over', async () => {
    const workspaceId = newId();
    const now = vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const lost = await claim(newAttempt(workspaceId));
    now.mockReturnValue(clock.now() + 5_000);
    const takenOver = await claim(newAttempt(workspaceId));
    await storeResponse(lost, { status: 201, body: 'late' });
    await storeResponse(takenOver, { status: 201, body: 'mine' });
    expect(await beginRequest(newAttempt(workspaceId))).toEqual({ response: { status: 201, body: 'mine' } });
  });
});

it('a released request can be retried at once, with the same resource id', async () => {
  const workspaceId = newId();
  const first = await claim(newAttempt(workspaceId));
  await releaseRequest(first);
  expect((await claim(newAttempt(workspaceId))).record.resource_id).toBe(first.record.resource_id);
});

describe('a stored answer', () => {
  it('a stored answer is returned with its own headers, without passing them on to the key’s next answer', async () => {
    const workspaceId = newId();
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const refused = { status: 502, body: '{}', headers: { 'X-Channel-Error-Code': '131026' } };
    await storeResponse(await claim(newAttempt(workspaceId)), refused);
    expect(await beginRequest(newAttempt(workspaceId))).toEqual({ response: refused });
    now.mockReturnValue(startMs + 24 * 60 * 60 * 1000);
    await storeResponse(await claim(newAttempt(workspaceId)), { status: 201, body: '{}' });
    expect(await beginRequest(newAttempt(workspaceId))).toEqual({ response: { status: 201, body: '{}' } });
  });

  it('an answer is kept for 24 hours; then the key is free for any request', async () => {
    const workspaceId = newId();
    const startMs = clock.now();
    const now = vi.spyOn(clock, 'now').mockReturnValue(startMs);
    const first = await claim(newAttempt(workspaceId));
    await storeResponse(first, { status: 201, body: '{}' });
    now.mockReturnValue(startMs + 24 * 60 * 60 * 1000 - 1_000);
    expect(await beginRequest(newAttempt(workspaceId))).toEqual({ response: { status: 201, body: '{}' } });
    now.mockReturnValue(startMs + 24 * 60 * 60 * 1000);
    const nextClaim = await claim(newAttempt(workspaceId, 'POST /things\n{"other":true}'));
    expect(nextClaim.record.resource_id).not.toBe(first.record.resource_id);
  });
});
