import { describe, expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';

interface Thing {
  data: { id: string };
}

const post = (key: string, idempotencyKey: string, body: unknown) =>
  call<Thing>('POST', '/things', { key, body, headers: { 'Idempotency-Key': idempotencyKey } });

const namesIn = async (key: string): Promise<string[]> => {
  const { json } = await call<{ data: { name: string }[] }>('GET', '/things', { key });
  return json.data.map(({ name }) => name);
};

describe('the same Idempotency-Key and body', () => {
  it('replays the first answer word for word, and does nothing twice', async () => {
    const { key } = await makeWorkspace();
    const first = await post(key, 'one', { name: 'once' });
    const second = await post(key, 'one', { name: 'once' });
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect([second.status, second.text]).toEqual([first.status, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await namesIn(key)).toEqual(['once']);
  });

  it('does the work once for twenty calls at the same time', async () => {
    const { key } = await makeWorkspace();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(key, 'race', { name: 'raced', delay_ms: 50 })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThanOrEqual(1);
    expect(new Set(made.map(({ json }) => json.data.id)).size).toBe(1);
    for (const { status, json } of answers.filter(({ status }) => status !== 201)) {
      expect({ status, json }).toMatchObject({
        status: 400,
        json: { error: { code: 'bad_request', message: expect.stringContaining('still running') } },
      });
    }
    expect(await namesIn(key)).toEqual(['raced']);
  });

  it('holds for every key of the workspace, and for no other workspace', async () => {
    const { id, key } = await makeWorkspace();
    const first = await post(key, 'shared', { name: 'mine' });
    expect((await post(await makeKey(id), 'shared', { name: 'mine' })).text).toBe(first.text);
    const stranger = await makeWorkspace();
    const theirs = await post(stranger.key, 'shared', { name: 'mine' });
    expect(theirs.status).toBe(201);
    expect(theirs.json.data.id).not.toBe(first.json.data.id);
  });

  it('replays a refusal too', async () => {
    const { key } = await makeWorkspace();
    const first = await post(key, 'refused', { name: 'x', end: 'refuse' });
    const second = await post(key, 'refused', { name: 'x', end: 'refuse' });
    expect(first.status).toBe(502);
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([502, first.text, 'true']);
  });

  it('tries again after our own failure, under the same id', async () => {
    const { key } = await makeWorkspace();
    const idempotencyKey = newId();
    for (const attempt of [1, 2]) {
      const answer = await post(key, idempotencyKey, { name: `failed`, end: 'throw' });
      expect([attempt, answer.status, answer.headers.get('idempotent-replayed')]).toEqual([attempt, 500, null]);
    }
    expect(await namesIn(key)).toEqual(['failed']);
  });
});

describe('an Idempotency-Key', () => {
  it('cannot be used for another body', async () => {
    const { key } = await makeWorkspace();
    await post(key, 'one', { name: 'a' });
    expect(await post(key, 'one', { name: 'b' })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining('another request') } },
    });
    expect(await namesIn(key)).toEqual(['a']);
  });

  it('is not spent by a request that cannot be read', async () => {
    const { key } = await makeWorkspace();
    expect((await post(key, 'one', { name: '' })).status).toBe(400);
    expect((await post(key, 'one', { name: 'good' })).status).toBe(201);
  });

  it('of more than 255 characters is refused, and nothing is done', async () => {
    const { key } = await makeWorkspace();
    expect(await post(key, 'x'.repeat(256), { name: 'a' })).toMatchObject({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining('255') } },
    });
    expect((await post(key, 'x'.repeat(255), { name: 'b' })).status).toBe(201);
    expect(await namesIn(key)).toEqual(['b']);
  });
});
