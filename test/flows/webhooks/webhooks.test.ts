import { describe, expect, it } from 'vitest';
import { connectIntegration } from '../../../functions/domain/webhooks/integrations.ts';
import { eventNames } from '../../../functions/model/webhooks/webhook.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import {
  getWebhook,
  listWebhooks,
  makeWebhook,
  patchWebhook,
  postWebhook,
  publicUrl,
  updateStoredWebhook,
} from '../../support/webhooks.ts';

const badRequest = (message: string) => ({
  status: 400,
  json: { error: { code: 'bad_request', message: expect.stringContaining(message) } },
});

describe('POST /webhooks', () => {
  it('creating a webhook returns its secret, once', async () => {
    const { key } = await makeWorkspace();
    const { status, json } = await postWebhook(key, { url: publicUrl, events: ['message.received'] });
    expect(status).toBe(201);
    expect(json.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: publicUrl,
      events: ['message.received'],
      is_active: true,
      last_delivery_at: null,
      failure_count: 0,
      created_at: expect.stringMatching(/Z$/),
      provider: 'api',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret, ...webhook } = json.data;
    expect(await getWebhook(key, webhook.id)).toEqual(webhook);
    expect(await listWebhooks(key)).toEqual([webhook]);
    const patched = await patchWebhook(key, webhook.id, { is_active: true });
    expect(patched.json.data).toEqual(webhook);
    expect(patched.text).not.toContain('whsec_');
  });

  it('duplicate events are stored once, in the order given', async () => {
    const { key } = await makeWorkspace();
    const events = ['contact.created', 'message.received', 'contact.created', ...eventNames];
    expect((await postWebhook(key, { url: publicUrl, events })).json.data.events).toEqual([...new Set(events)]);
  });

  it.each([
    [
      'an address that is not https',
      { url: 'http://93.184.216.34/hook' },
      '"url" must start with https:// and resolve to a public address, or start with http://127.0.0.1 for this machine.',
    ],
    ['link-local', { url: 'https://169.254.169.254/latest/meta-data' }, 'public address'],
    [
      'an unknown event',
      { events: ['contact.created', 'contact.renamed'] },
      '"events.1" must be one of message.received',
    ],
  ])('creation rejects %s', async (_, fields, message) => {
    const { key } = await makeWorkspace();
    const body = { url: publicUrl, events: ['contact.created'], ...fields };
    expect(await postWebhook(key, body)).toMatchObject(badRequest(message));
    expect(await listWebhooks(key)).toEqual([]);
  });

  it('creation ignores fields that only the service sets', async () => {
    const { key } = await makeWorkspace();
    const body = {
      url: publicUrl,
      events: ['contact.created'],
      provider: 'tool_a',
      secret: 'whsec_mine',
      is_active: false,
    };
    const { json } = await postWebhook(key, body);
    expect(json.data).toMatchObject({ provider: 'api', is_active: true });
    expect(json.data.secret).not.toBe('whsec_mine');
  });
});

it('the list has every webhook, newest first, including those of connected tools, without secrets', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const made = [
    await makeWebhook(workspaceId),
    await connectIntegration(workspaceId, newId(), 'tool_a', { url: publicUrl, events: ['message.received'] }),
    await connectIntegration(workspaceId, newId(), 'tool_b', { url: publicUrl, events: ['contact.created'] }),
  ];
  const { json, text } = await call('GET', '/webhooks?limit=1', { key });
  const providers = ['api', 'tool_a', 'tool_b'];
  const listed = made.map(({ id, url, events, is_active, last_delivery_at, failure_count, created_at }, index) => ({
    ...{ id, url, events, is_active, last_delivery_at, failure_count, created_at },
    provider: providers[index],
  }));
  expect(json).toEqual({ data: listed.toReversed(), meta: { next_cursor: null } });
  expect(text).not.toContain('whsec_');
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(3);
});

describe('PATCH /webhooks/{id}', () => {
  it('an update changes only the fields that are present', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { secret, ...before } = await makeWebhook(workspaceId);
    const url = 'https://8.8.8.8:8443?a=B%20c#d';
    expect((await patchWebhook(key, before.id, { url })).json.data).toEqual({ ...before, url });
    const events = ['message.received', 'contact.created', 'message.received'];
    const after = { ...before, url, events: ['message.received', 'contact.created'], is_active: false };
    expect((await patchWebhook(key, before.id, { events, is_active: false })).json.data).toEqual(after);
    expect(await getWebhook(key, before.id)).toEqual(after);
  });

  it('an empty update changes nothing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeWebhook(workspaceId);
    await updateStoredWebhook(workspaceId, id, { is_active: false, failure_count: 15 });
    const before = await getWebhook(key, id);
    const nulls = { url: null, events: null, is_active: null };
    for (const body of [{}, nulls, { provider: 'tool_b', failure_count: 0 }])
      expect(await patchWebhook(key, id, body)).toMatchObject({ status: 200, json: { data: before } });
  });

  it('is_active true resets the failures of an active webhook; other updates leave them', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeWebhook(workspaceId);
    await updateStoredWebhook(workspaceId, id, { failure_count: 7 });
    expect((await patchWebhook(key, id, { events: ['contact.created'] })).json.data.failure_count).toBe(7);
    expect((await patchWebhook(key, id, { is_active: false })).json.data.failure_count).toBe(7);
    await updateStoredWebhook(workspaceId, id, { is_active: true });
    expect((await patchWebhook(key, id, { is_active: true })).json.data.failure_count).toBe(0);
  });

  it('an update rejects a private address and changes nothing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { secret, ...before } = await makeWebhook(workspaceId);
    const body = { events: ['message.received'], is_active: false, url: 'https://10.1.2.3/' };
    expect(await patchWebhook(key, before.id, body)).toMatchObject(badRequest('public address'));
    expect(await getWebhook(key, before.id)).toEqual(before);
  });
});

it('deletion removes a webhook of the API and of a connected tool', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const tool = await connectIntegration(workspaceId, newId(), 'tool_a', {
    url: publicUrl,
    events: ['contact.created'],
  });
  for (const { id } of [await makeWebhook(workspaceId), tool]) {
    expect(await call('DELETE', `/webhooks/${id}`, { key })).toMatchObject({
      status: 200,
      json: { data: { id, deleted: true } },
    });
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/webhooks/${id}`, { key })).status).toBe(404);
    expect((await patchWebhook(key, id, { is_active: true })).status).toBe(404);
  }
  expect(await listWebhooks(key)).toEqual([]);
});
