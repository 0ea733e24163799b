import { expect, it } from 'vitest';
import { call, makeWorkspace } from '../../support/client.ts';
import { holdClock } from '../../support/held-clock.ts';
import { startOwnGateway } from '../../support/network/own-gateway.ts';

const dayMs = 24 * 60 * 60 * 1000;

it('an Idempotency-Key is replayed for 24 hours, and then its request runs anew', async () => {
  const startMs = Date.now();
  const clock = holdClock(startMs);
  const baseUrl = await startOwnGateway({ environment: clock.environment });
  const { key } = await makeWorkspace();
  const post = async (name: string) => {
    const headers = { 'Idempotency-Key': 'daily' };
    const options = { baseUrl, key, body: { name }, headers };
    const response = await call<{ data?: { id: string } }>('POST', '/things', options);
    const isReplay = response.headers.get('idempotent-replayed') === 'true';
    return { status: response.status, isReplay, id: response.json.data?.id };
  };
  const listNames = async () => {
    const { json } = await call<{ data: { name: string }[] }>('GET', '/things', { baseUrl, key });
    return json.data.map(({ name }) => name);
  };
  const first = await post('report');
  expect(first).toMatchObject({ status: 201, isReplay: false });

  clock.set(startMs + dayMs - 1_000);
  expect(await post('report')).toEqual({ ...first, isReplay: true });
  expect((await post('another body')).status).toBe(400);

  clock.set(startMs + dayMs);
  const second = await post('report');
  expect(second).toMatchObject({ status: 201, isReplay: false });
  expect(second.id).not.toBe(first.id);
  expect(await post('report')).toEqual({ ...second, isReplay: true });
  expect(await listNames()).toEqual(['report', 'report']);

  clock.set(startMs + 2 * dayMs);
  expect(await post('another body')).toMatchObject({ status: 201, isReplay: false });
});
