import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createApiKey, listApiKeys } from '../../../functions/domain/access/api-keys.ts';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import type { ExampleId, ExampleResult, Playground } from '../../../functions/model/playground/playground.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { connectNumber } from '../../support/channels/simulator.ts';
import { call as callApi } from '../../support/client.ts';
import { callDashboard, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';
import { callHandlers } from '../../support/dashboard/handlers.ts';
import { allOperations, toTarget, unknownParams } from '../../support/dashboard/resources.ts';

interface Shop {
  id: string;
  owner: Person;
}

const ana = '+14155550123';
const page = { limit: 100, after: undefined };
let shop: Shop;

beforeEach(async () => {
  shop = await makeStaffedWorkspace();
  await connectNumber(shop.id);
});

const call = <Data>(method: string, path: string, body?: object, { id, owner } = shop, headers = {}) =>
  callDashboard<{ data: Data; error?: { code: string; message: string } }>(method, `/api/w/${id}/playground${path}`, {
    session: owner.session,
    body,
    headers,
  });

const look = async (of = shop) => (await call<Playground>('GET', '?customer=%2B14155550123', undefined, of)).json.data;

const makeKey = async () => (await call<{ id: string; key: string; revoked: string[] }>('POST', '/keys')).json.data;

const run = async (example: ExampleId, input: object, headers = {}) => {
  const { status, json } = await call<ExampleResult>('POST', `/examples/${example}`, input, shop, headers);
  expect(status).toBe(200);
  return { ...json.data, json: JSON.parse(json.data.body) };
};

const sendText = (api_key: string, text = 'Your order is on its way', headers = {}) =>
  run('sendText', { api_key, body: { to: ana, text } }, headers);

const write = (text: string) => call('POST', '/messages', { channel: 'msgapp', from: ana, name: 'Ana', text });

describe('the playground', () => {
  it('a message that a customer writes shows on the phone and reaches a webhook to the built-in receiver', async () => {
    const { key } = await makeKey();
    const { receiver_url } = await look();
    const body = { url: receiver_url, events: ['message.received'] };
    const created = await run('createWebhook', { api_key: key, body });
    expect(created).toMatchObject({ status: 201, json: { data: { url: receiver_url } } });
    expect(await write('Is it on its way?')).toMatchObject({ status: 202 });
    await expect.poll(async () => (await look()).events).toMatchObject([{ event: 'message.received' }]);
    const { customers, messages, events } = await look();
    expect(JSON.parse(events[0]?.body ?? '')).toMatchObject({ data: { text: 'Is it on its way?' } });
    expect(customers).toMatchObject([{ id: ana, name: 'Ana' }]);
    expect(messages).toMatchObject([{ from: 'customer', text: 'Is it on its way?', status: null }]);
  });

  it('another workspace sees neither the customers nor the messages nor the events', async () => {
    await write('Hello');
    await fetch(`${inject('simulator').url}/receiver/${shop.id}`, { method: 'POST', body: '{"event":"x"}' });
    await expect.poll(async () => (await look()).customers).toHaveLength(1);
    const other = await makeStaffedWorkspace();
    expect(await look(other)).toMatchObject({ channels: [], customers: [], messages: [], events: [], switches: null });
    await connectNumber(other.id);
    expect(await look(other)).toMatchObject({ channels: ['msgapp'], customers: [], messages: [], events: [] });
  });

  it('a channel without an account at the simulator is refused with the remedy', async () => {
    const { status, json } = await call('POST', '/messages', { channel: 'social', from: 'mia', text: 'Hi' });
    expect({ status, code: json.error?.code }).toEqual({ status: 400, code: 'bad_request' });
    expect(json.error?.message).toContain('Connect one');
    const wrong = await call('POST', '/messages', { channel: 'web', from: 'tom', type: 'image' });
    expect(wrong.json.error?.message).toBe('"type" must be one of text on web.');
  });
});

describe('an example', () => {
  it('a request that is repeated with the same Idempotency-Key sends one message', async () => {
    const { key } = await makeKey();
    const headers = { 'idempotency-key': newId() };
    const [first, second] = [await sendText(key, 'Once', headers), await sendText(key, 'Once', headers)];
    expect(second).toEqual(first);
    expect((await look()).messages).toHaveLength(1);
  });

  it('an unknown example is a 404, and a key that is no key is named', async () => {
    expect(await call('POST', '/examples/deleteWebhook', { api_key: 'svc_live_x' })).toMatchObject({ status: 404 });
    const { status, json } = await call('POST', '/examples/getMe', { api_key: 'svc_live_x\r\nX: y' });
    expect([status, json.error?.message]).toEqual([400, '"api_key" must be an API key, such as svc_live_….']);
    const missing = await call('POST', '/examples/listMessages', { api_key: 'svc_live_nobody' });
    expect(missing).toMatchObject({ status: 400, json: { error: { message: '"id" is required.' } } });
    expect(await run('getMe', { api_key: 'svc_live_nobody' })).toMatchObject({ status: 401 });
  });
});

it('a new key revokes the earlier one, leaves the keys of people alone and expires by itself', async () => {
  const own = await createApiKey(shop.id, { name: 'Playground', scopes: [] });
  const first = await makeKey();
  const second = await makeKey();
  expect(second.revoked).toEqual([first.key.slice(0, second.revoked[0]?.length)]);
  const call = async ({ key }: { key: string }) => (await callApi('GET', '/me', { key })).status;
  const statuses = await Promise.all([own, first, second].map(call));
  expect(statuses).toEqual([200, 401, 200]);
  const { items } = await listApiKeys(shop.id, page);
  const expected = { name: 'Playground', created_by: 'Olivia', expires_at: expect.any(String) };
  expect(items.find(({ id }) => id === second.id)).toMatchObject(expected);
  const entries = (await listAuditEntries(shop.id, {}, page)).items;
  const details = expect.stringContaining(`revoked ${second.revoked[0]}…`);
  const target = { id: second.id, name: 'Playground' };
  expect(entries[0]).toMatchObject({ action: 'api_key.created', target, details });
  expect(JSON.stringify(entries)).not.toContain(second.key);
});

it('where nothing is simulated, the operations are unknown paths and the session says that there is no playground', async () => {
  const { session } = shop.owner;
  const read = () => callHandlers('GET', '/api/session', { session });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('SIMULATOR_URL', inject('simulator').url);
  expect((await read()).json).toMatchObject({ data: { has_playground: true } });
  // A test of the stacks holds that none of them sets it.
  vi.stubEnv('SIMULATOR_URL', undefined);
  expect((await read()).json).toMatchObject({ data: { has_playground: false } });
  const local = allOperations.filter(({ isLocal }) => isLocal);
  expect(local).toHaveLength(7);
  for (const { method, path } of local) {
    const target = toTarget({ path }, { ...unknownParams(), workspace_id: shop.id });
    const error = { message: 'Unknown path or method.' };
    expect(await callHandlers(method, target, { session })).toMatchObject({ status: 404, json: { error } });
  }
});
