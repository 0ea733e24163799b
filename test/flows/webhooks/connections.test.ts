import { beforeEach, describe, expect, it } from 'vitest';
import { dispatchEffects, toEffects } from '../../../functions/domain/changes.ts';
import { getDelivery } from '../../../functions/domain/deliveries/delivery-log.ts';
import { recoverStep } from '../../../functions/domain/deliveries/recover.ts';
import { redeliver } from '../../../functions/domain/deliveries/redeliver.ts';
import {
  connectIntegration,
  disconnectIntegration,
  getConnectionTest,
  listIntegrations,
  testConnection,
  updateIntegration,
} from '../../../functions/domain/webhooks/integrations.ts';
import { testWebhook } from '../../../functions/domain/webhooks/test-events.ts';
import type { Tool } from '../../../functions/model/webhooks/integration.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { verifyTimedSignature } from '../../../functions/platform/signature.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { queryWebhooks } from '../../../functions/table/webhooks/webhooks.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { getStoredWebhook, makeWorkspaceWithWebhook, storeDelivery } from '../../support/deliveries.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { makeWebhook, publicUrl, updateStoredWebhook } from '../../support/webhooks.ts';

let status: number;
beforeEach(() => {
  status = 204;
});

/** A connection of tool_a whose receiver responds with `status`. */
const connect = async () => {
  const { url, received } = await startReceiver((response, ...rest) => respondWith(status)(response, ...rest));
  const { id: workspaceId, key } = await makeWorkspace();
  const { id, secret } = await connectIntegration(workspaceId, newId(), 'tool_a', { url, events: ['contact.created'] });
  const send = () => testConnection(workspaceId, 'tool_a', id);
  const untilStatus = (eventId: string, expected: string) =>
    expect.poll(() => getConnectionTest(workspaceId, 'tool_a', id, eventId)).toMatchObject({ status: expected });
  return { workspaceId, key, id, secret, received, send, untilStatus };
};

describe('a test event', () => {
  it('a test event reaches the tool in the usual envelope, with a valid signature', async () => {
    const { workspaceId, id, secret, received, send, untilStatus } = await connect();
    const sent = await send();
    expect(sent).toMatchObject({ event: 'tool_a.test', status: 'requested', attempts: [], next_attempt_at: null });
    await untilStatus(sent.event_id, 'delivered');
    expect(received).toHaveLength(1);
    const [request] = received;
    if (!request) throw new Error('Nothing was received.');
    const { body, headers } = request;
    expect(body).toBe(
      JSON.stringify({
        id: sent.event_id,
        event: 'tool_a.test',
        occurred_at: sent.occurred_at,
        account_id: workspaceId,
        data: { webhook_id: id, message: 'This is a test event from Switchboard.' },
      }),
    );
    const signature = String(headers['x-legacy-signature']);
    const limits = { nowMs: Date.now(), toleranceSeconds: 300 };
    expect(verifyTimedSignature(Buffer.from(body), signature, secret, limits)).toBe(true);
    const { attempts } = await getConnectionTest(workspaceId, 'tool_a', id, sent.event_id);
    expect(attempts).toEqual([
      { at: expect.any(String), code: 204, duration_ms: expect.any(Number), answer: expect.any(String) },
    ]);
  });

  it('a repeated request with the same event id sends one test event', async () => {
    const { workspaceId, id, received, untilStatus } = await connect();
    const eventId = newId();
    const first = await testConnection(workspaceId, 'tool_a', id, eventId);
    await untilStatus(eventId, 'delivered');
    const second = await testConnection(workspaceId, 'tool_a', id, eventId);
    expect(second).toMatchObject({ event_id: eventId, occurred_at: first.occurred_at, status: 'delivered' });
    expect(received).toHaveLength(1);
  });

  it('a change that the stream repeats does not send its test event again', async () => {
    const { id, received, send, untilStatus } = await connect();
    const { event_id } = await send();
    const inserted = await findItem(keys.delivery(id, event_id));
    const effects = toEffects({ before: undefined, after: { ...inserted, status: 'requested', attempt_number: 1 } });
    expect(effects.events).toHaveLength(1);
    await untilStatus(event_id, 'delivered');
    await dispatchEffects([effects]);
    const { event_id: later } = await send();
    await untilStatus(later, 'delivered');
    expect(received.map(({ event }) => event.id)).toEqual([event_id, later]);
  });
});

describe('the streak of a connection', () => {
  it('a test event that an operator redelivers is not counted either, and recovery leaves it out', async () => {
    const connection = await connect();
    const { workspaceId, id, received } = connection;
    await updateStoredWebhook(workspaceId, id, { failure_count: 14 });
    status = 410;
    const { event_id } = await connection.send();
    await connection.untilStatus(event_id, 'failed');
    await redeliver(workspaceId, id, event_id);
    await expect.poll(() => received.length).toBe(2);
    await connection.untilStatus(event_id, 'failed');
    expect(await getStoredWebhook(connection)).toMatchObject({ failure_count: 14, is_active: true });
    expect((await recoverStep(workspaceId, id, isoTime(0), undefined)).data).toEqual({ requested: 0 });
  });
});

describe('a test event is refused', () => {
  it('a connection that is off gets no test event until it is turned on', async () => {
    const { workspaceId, id, received, send, untilStatus } = await connect();
    await updateIntegration(workspaceId, 'tool_a', id, { is_active: false });
    await expect(send()).rejects.toMatchObject({ code: 'bad_request', message: expect.stringContaining('Turn it on') });
    await updateIntegration(workspaceId, 'tool_a', id, { is_active: true });
    await untilStatus((await send()).event_id, 'delivered');
    expect(received).toHaveLength(1);
  });

  it('any webhook gets the chosen one of its events, made up and marked, and its failure neither counts nor is recovered', async () => {
    const { url, received } = await startReceiver(respondWith(400));
    const { workspaceId, key, id } = await makeWorkspaceWithWebhook(url, ['contact.created', 'message.received']);
    const { event_id } = await testWebhook(workspaceId, id, newId(), 'message.received');
    await expect.poll(() => getDelivery(workspaceId, id, event_id)).toMatchObject({ status: 'failed' });
    const text = 'This is a test event from Switchboard.';
    expect(received[0]?.event).toMatchObject({ id: event_id, event: 'message.received', data: { test: true, text } });
    expect(await getStoredWebhook({ workspaceId, id })).toMatchObject({ failure_count: 0 });
    expect((await recoverStep(workspaceId, id, isoTime(0), undefined)).data).toEqual({ requested: 0 });
    expect((await testWebhook(workspaceId, id)).event).toBe('contact.created');
    await expect(testWebhook(workspaceId, id, newId(), 'conversation.created')).rejects.toMatchObject({
      message: '"event" must be one of the webhook\'s events: contact.created, message.received.',
    });
    await call('PATCH', `/webhooks/${id}`, { key, body: { is_active: false } });
    await expect(testWebhook(workspaceId, id)).rejects.toThrow('The webhook is off.');
  });

  it('only the outcome of a connection’s own test events is shown', async () => {
    const { workspaceId, id, send, untilStatus } = await connect();
    const { event_id } = await send();
    await untilStatus(event_id, 'delivered');
    const { id: otherWorkspaceId } = await makeWorkspace();
    const notFound = { code: 'not_found' };
    await expect(getConnectionTest(otherWorkspaceId, 'tool_a', id, event_id)).rejects.toMatchObject(notFound);
    await expect(getConnectionTest(workspaceId, 'tool_b', id, event_id)).rejects.toMatchObject(notFound);
    for (const other of [newId(), await storeDelivery({ workspaceId, id })])
      await expect(getConnectionTest(workspaceId, 'tool_a', id, other)).rejects.toMatchObject(notFound);
    await disconnectIntegration(workspaceId, 'tool_a', id);
    await expect(getConnectionTest(workspaceId, 'tool_a', id, event_id)).rejects.toMatchObject(notFound);
  });
});

const input = { url: publicUrl, events: ['contact.created' as const] };

const connectTool = (workspaceId: string, createdBy?: string) =>
  connectIntegration(workspaceId, newId(), 'tool_a', input, createdBy);

it('the list has every tool with its own connections, newest first, without secrets or webhooks of the API', async () => {
  const { id: workspaceId } = await makeWorkspace();
  await makeWebhook(workspaceId);
  const { secret: _, ...first } = await connectTool(workspaceId, 'Olivia Owner');
  const { secret: __, ...second } = await connectTool(workspaceId);
  expect([first.created_by, second.created_by]).toEqual(['Olivia Owner', null]);
  expect(first).not.toHaveProperty('provider');
  expect(await listIntegrations(workspaceId)).toEqual([
    { tool: 'tool_a', connections: [second, first] },
    { tool: 'tool_b', connections: [] },
  ]);
});

it('the list counts only the failures after the last success that was recorded', async () => {
  const { id: workspaceId } = await makeWorkspace();
  const { id } = await connectTool(workspaceId);
  const atMs = Date.now() - 1_000;
  await updateStoredWebhook(workspaceId, id, { failure_count: 2, failures_ms: [atMs - 1_000, atMs + 500] });
  const attempts = [{ code: 204, at: isoTime(atMs), duration_ms: 0 }];
  await storeDelivery({ workspaceId, id }, { status: 'delivered', atMs, attempts });
  const [tool] = await listIntegrations(workspaceId);
  expect(tool).toMatchObject({ connections: [{ id, failure_count: 1 }] });
});

describe('a connection', () => {
  it('a connection is changed, tested and disconnected by its tool and workspace only', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const { id: otherWorkspaceId } = await makeWorkspace();
    const { id } = await connectTool(workspaceId, 'Olivia Owner');
    const { id: apiWebhookId } = await makeWebhook(workspaceId);
    const foreign: [string, Tool, string][] = [
      [workspaceId, 'tool_b', id],
      [otherWorkspaceId, 'tool_a', id],
      [workspaceId, 'tool_a', apiWebhookId],
    ];
    const notFound = { code: 'not_found' };
    for (const [workspace, tool, webhookId] of foreign) {
      const update = updateIntegration(workspace, tool, webhookId, { is_active: false });
      await expect(update).rejects.toMatchObject(notFound);
      await expect(testConnection(workspace, tool, webhookId)).rejects.toMatchObject(notFound);
      await expect(disconnectIntegration(workspace, tool, webhookId)).rejects.toMatchObject(notFound);
    }
    expect((await queryWebhooks(workspaceId)).map(({ is_active }) => is_active)).toEqual([true, true]);
    expect(await updateIntegration(workspaceId, 'tool_a', id, { is_active: false })).toMatchObject({
      is_active: false,
      created_by: 'Olivia Owner',
    });
    expect(await disconnectIntegration(workspaceId, 'tool_a', id)).toEqual({ id, disconnected: true });
    await expect(testConnection(workspaceId, 'tool_a', id)).rejects.toMatchObject(notFound);
    expect((await queryWebhooks(workspaceId)).map((webhook) => webhook.id)).toEqual([apiWebhookId]);
  });
});
