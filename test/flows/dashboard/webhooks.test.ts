import { beforeEach, describe, expect, it } from 'vitest';
import { getWebhookHealth } from '../../../functions/domain/deliveries/health.ts';
import { listEvents } from '../../../functions/domain/deliveries/list-events.ts';
import { connectIntegration } from '../../../functions/domain/webhooks/integrations.ts';
import { rotateSecret } from '../../../functions/domain/webhooks/secrets.ts';
import type { DeliveryStatus } from '../../../functions/model/deliveries/delivery.ts';
import type { ListedEvent, WebhookHealth } from '../../../functions/model/deliveries/delivery-log.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import {
  callDashboard,
  makeSignedInMember,
  makeStaffedWorkspace,
  type Person,
} from '../../support/dashboard/dashboard.ts';
import { storeDeliveries, storeDelivery } from '../../support/deliveries.ts';
import { watchReadRows } from '../../support/table/read-rows.ts';
import { closedUrl, makeWebhook, publicUrl, updateStoredWebhook } from '../../support/webhooks.ts';

let workspaceId: string;
let owner: Person;
beforeEach(async () => {
  ({ id: workspaceId, owner } = await makeStaffedWorkspace());
});

const call = <Body>(method: string, path: string, body?: object) =>
  callDashboard<Body>(method, `/api/w/${workspaceId}${path}`, { session: owner.session, body });

const input = { url: publicUrl, events: ['contact.created'] as const };

describe('the webhooks of the dashboard', () => {
  const list = async () => (await call<{ data: WebhookDetails[] }>('GET', '/webhooks')).json.data;

  it('the list has the webhooks of every provider, newest first, with who created them and without secrets', async () => {
    const { id: ofApi } = await makeWebhook(workspaceId);
    const connectionInput = { ...input, events: [...input.events] };
    const { id: ofTool } = await connectIntegration(workspaceId, newId(), 'tool_a', connectionInput, 'Adam');
    const created = await call<{ data: WebhookDetails & { secret: string } }>('POST', '/webhooks', input);
    const { secret, ...ofDashboard } = created.json.data;
    expect(secret).toMatch(/^whsec_/);
    const listed = await call<{ data: WebhookDetails[] }>('GET', '/webhooks');
    expect(listed.text).not.toMatch(/whsec_|encrypted|"secret"/);
    expect(listed.json.data).toMatchObject([
      { ...ofDashboard, provider: 'api', created_by: 'Olivia' },
      { id: ofTool, provider: 'tool_a', created_by: 'Adam' },
      { id: ofApi, provider: 'api', created_by: null, off_by: null, failing_since: null },
    ]);
    expect(await call('GET', `/webhooks/${ofDashboard.id}`)).toMatchObject({ json: { data: ofDashboard } });
  });

  it('an Agent sees the host of a webhook, whose path is often a secret', async () => {
    const { id } = await makeWebhook(workspaceId, `${publicUrl}?token=s3cret`);
    const secret = { url: `${publicUrl}/s3cret`, events: ['contact.created' as const] };
    await connectIntegration(workspaceId, newId(), 'tool_a', secret);
    const { session } = await makeSignedInMember(workspaceId, 'agent');
    for (const path of ['webhooks', `webhooks/${id}`, 'integrations', 'events']) {
      const { status, text } = await callDashboard('GET', `/api/w/${workspaceId}/${path}`, { session });
      expect({ status, isShown: text.includes('s3cret') }, path).toEqual({ status: 200, isShown: false });
    }
    expect((await call('GET', `/webhooks/${id}`)).text).toContain('s3cret');
  });

  it('a webhook says since when it fails or who turned it off', async () => {
    const failing_since = isoTime(Date.now() - 60_000);
    const { id } = await makeWebhook(workspaceId);
    await updateStoredWebhook(workspaceId, id, { failure_count: 14, failing_since });
    expect(await list()).toMatchObject([{ is_active: true, off_by: null, failing_since }]);
    await updateStoredWebhook(workspaceId, id, { failure_count: 15, is_active: false });
    expect(await list()).toMatchObject([{ is_active: false, off_by: 'failures', failing_since }]);
    const on = await call('PATCH', `/webhooks/${id}`, { is_active: true });
    expect(on).toMatchObject({ json: { data: { is_active: true, off_by: null, failing_since: null } } });
    await call('PATCH', `/webhooks/${id}`, { is_active: false });
    expect(await list()).toMatchObject([{ is_active: false, off_by: 'person', failing_since: null }]);
  });

  it('a webhook says until when its previous secret signs', async () => {
    const { id } = await makeWebhook(workspaceId);
    const { previous_secret_expires_at } = await rotateSecret(workspaceId, id, newId(), { overlap_hours: 1 });
    expect(await list()).toMatchObject([{ previous_secret_expires_at }]);
    await updateStoredWebhook(workspaceId, id, { previous_secret_expires_at: isoTime(Date.now() - 1) });
    expect(await list()).toMatchObject([{ previous_secret_expires_at: null }]);
  });

  it('the audit log names a webhook by its host and never shows a path or a secret', async () => {
    const url = 'https://93.184.216.34/hooks/HIDDEN-PATH';
    const { json, text } = await call<{ data: { id: string } }>('POST', '/webhooks', { ...input, url });
    const { id } = json.data;
    const eventId = await storeDelivery({ workspaceId, id });
    const since = isoTime(Date.now() - 60_000);
    const rotated = await call('POST', `/webhooks/${id}/rotate-secret`, { overlap_hours: 1 });
    await call('POST', `/webhooks/${id}/deliveries/${eventId}/redeliver`);
    await call('POST', `/webhooks/${id}/recover`, { since });
    await call('DELETE', `/webhooks/${id}`);
    const log = await call<{ data: { action: string; target: object; details: string | null }[] }>('GET', '/audit-log');
    expect(log.json.data.map(({ action, details }) => `${action}: ${details}`)).toEqual([
      'webhook.deleted: null',
      `delivery.recovered: since ${since}`,
      `delivery.redelivered: event ${eventId}`,
      'webhook.secret_rotated: old secret valid for 1 h',
      'webhook.created: host 93.184.216.34; events contact.created',
    ]);
    expect(log.json.data.map(({ target }) => target)).toEqual(Array(5).fill({ id, name: '93.184.216.34' }));
    expect(text + rotated.text).toContain('whsec_');
    expect(log.text).not.toMatch(/HIDDEN|whsec_/);
  });
});

describe('the health of a webhook', () => {
  const getHealth = async (id: string) =>
    (await call<{ data: WebhookHealth }>('GET', `/webhooks/${id}/health`)).json.data;

  it('the health counts the deliveries of 24 hours by status, without tests, and has the newest attempt', async () => {
    const { id } = await makeWebhook(workspaceId, closedUrl);
    const nowMs = Date.now();
    const store = (status: DeliveryStatus, hoursAgo: number, attempts: object[]) =>
      storeDelivery({ workspaceId, id }, { status, atMs: nowMs - hoursAgo * 60 * 60 * 1000, attempts });
    await store('delivered', 25, [{ code: 200 }]);
    await store('delivered', 23.9, [{ code: 200 }]);
    // An older event whose last retry is the newest attempt.
    const retried = await store('failed', 2, [{ code: 502 }, { code: 503, at: isoTime(nowMs), answer: 'Busy' }]);
    await store('failed', 1, [{ code: 500 }]);
    await store('skipped', 1, []);
    await storeDelivery({ workspaceId, id }, { status: 'failed', atMs: nowMs - 60_000, event: { test: true } });
    const at = isoTime(nowMs);
    const by_status = { delivered: 1, retrying: 0, failed: 2, skipped: 1, requested: 0 };
    expect(await getHealth(id)).toEqual({
      last_attempt: { event_id: retried, event: 'contact.created', at, code: 503, duration_ms: 12, answer: 'Busy' },
      last_24_hours: { by_status, count: 4, is_exact: true },
    });
  });

  it('a webhook shows its last attempt, however long ago it was', async () => {
    const { id } = await makeWebhook(workspaceId, closedUrl);
    const none = { by_status: expect.anything(), count: 0, is_exact: true };
    expect(await getHealth(id)).toEqual({ last_attempt: null, last_24_hours: none });
    const eventId = await storeDelivery({ workspaceId, id }, { atMs: Date.now() - 50 * 60 * 60 * 1000 });
    expect(await getHealth(id)).toMatchObject({ last_attempt: { event_id: eventId }, last_24_hours: none });
  });

  it('a busy webhook is counted to 1,000 with at most 1,400 rows read', async () => {
    const { id } = await makeWebhook(workspaceId, closedUrl);
    await storeDeliveries({ workspaceId, id }, 1_500, { status: 'delivered', shards: '0123456789abcdef' });
    const reads = watchReadRows();
    const { last_24_hours } = await getWebhookHealth(workspaceId, id);
    const { queried, strong } = reads.take();
    expect(last_24_hours).toMatchObject({ is_exact: false });
    expect(last_24_hours.count).toBeGreaterThan(900);
    expect(last_24_hours.count).toBeLessThanOrEqual(1_000);
    expect(queried).toBeLessThanOrEqual(1_400);
    expect(strong).toEqual(Array.from({ length: 16 }, () => false));
  });
});

it('the count is of what a recovery since that time would send', async () => {
  const { id } = await makeWebhook(workspaceId, closedUrl);
  const atMs = Date.now() - 60_000;
  await storeDelivery({ workspaceId, id }, { atMs });
  await storeDelivery({ workspaceId, id }, { atMs: atMs - 1 });
  const count = (query: string) => call('GET', `/webhooks/${id}/recoverable${query}`);
  expect(await count(`?since=${isoTime(atMs)}`)).toMatchObject({ json: { data: { count: 1, is_exact: true } } });
  expect(await count('')).toMatchObject({ json: { data: { count: 2, is_exact: true } } });
  expect(await count('?since=soon')).toMatchObject({ status: 400 });
});

describe('the events of all webhooks', () => {
  type Events = { data: ListedEvent[]; meta: { next_cursor: string | null } };

  const listAll = async (query = ''): Promise<ListedEvent[]> => {
    const events: ListedEvent[] = [];
    let cursor: string | null = '';
    do {
      const { json }: { json: Events } = await call<Events>('GET', `/events?cursor=${cursor}${query}`);
      expect(json.data.length).toBeLessThanOrEqual(20);
      events.push(...json.data);
      cursor = json.meta.next_cursor;
    } while (cursor !== null);
    return events;
  };

  /** Events a millisecond apart, newest first, each delivered to those of the webhooks that `isFor` names. */
  const storeEvents = async (count: number, webhookIds: string[], isFor: (n: number, webhook: number) => boolean) => {
    const nowMs = Date.now();
    const events = Array.from({ length: count }, (_, n) => ({
      event: { id: deriveId(nowMs - n, newId()), occurredAt: isoTime(nowMs - n) },
      webhookIds: webhookIds.filter((_id, webhook) => isFor(n, webhook)),
    }));
    await Promise.all(
      events.flatMap(({ event, webhookIds: ids }) => ids.map((id) => storeDelivery({ workspaceId, id }, { event }))),
    );
    return events.flatMap(({ event, webhookIds: ids }) => (ids.length > 0 ? [{ id: event.id, webhookIds: ids }] : []));
  };

  const makeWebhooks = async (count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.unshift((await makeWebhook(workspaceId, closedUrl)).id);
    return ids;
  };

  it('every event is listed once over all pages, newest first, with all its deliveries', async () => {
    const webhookIds = await makeWebhooks(4);
    const expected = await storeEvents(45, webhookIds, (n, webhook) => n % (webhook + 1) === 0 || webhook === n % 4);
    const events = await listAll();
    const toRow = ({ id, deliveries }: ListedEvent) => ({ id, webhookIds: deliveries.map((row) => row.webhook_id) });
    expect(events.map(toRow)).toEqual(expected);
    const [first] = events;
    expect(first).toMatchObject({ event: 'contact.created', at: first?.occurred_at, summary: 'Ana', is_test: false });
    const last_attempt = { code: 500, duration_ms: 12 };
    expect(first?.deliveries[0]).toMatchObject({ status: 'failed', attempt_count: 1, last_attempt });
    expect(JSON.stringify(events)).not.toContain('Try later.');
  });

  it('the filters for event and time select among the events of the own workspace', async () => {
    const [id = ''] = await makeWebhooks(1);
    const other = await makeStaffedWorkspace();
    const foreign = await makeWebhook(other.id, closedUrl);
    await storeDelivery({ workspaceId: other.id, id: foreign.id });
    const atMs = Date.now() - 60_000;
    const wanted = await storeDeliveries({ workspaceId, id }, 30, { atMs, event: { name: 'message.received' } });
    await storeDeliveries({ workspaceId, id }, 30, { atMs });
    await storeDelivery({ workspaceId, id }, { event: { name: 'message.received' } });
    const events = await listAll(`&event=message.received&until=${isoTime(atMs + 1)}&since=${isoTime(atMs - 29)}`);
    expect(events.map((event) => event.id)).toEqual(wanted);
    expect(await call('GET', '/events?event=nothing')).toMatchObject({ status: 400 });
  });

  it('the filter for a webhook has its deliveries only, that for a status has the others of the event as well', async () => {
    const [newer = '', older = ''] = await makeWebhooks(2);
    const [both] = await storeEvents(1, [newer, older], () => true);
    const text = '🙂'.repeat(200);
    const data = { text, content_type: 'text' };
    const event = { name: 'message.received' as const, occurredAt: isoTime(Date.now() - 60_000), data };
    const delivered = await storeDelivery({ workspaceId, id: newer }, { status: 'delivered', event });
    const list = async (query: string) =>
      (await listAll(query)).map(({ id, deliveries }) => [id, ...deliveries.map(({ webhook_id }) => webhook_id)]);
    expect(await list(`&webhook_id=${older}`)).toEqual([[both?.id, older]]);
    expect(await list('&status=failed')).toEqual([[both?.id, newer, older]]);
    const [late] = await listAll('&status=delivered');
    expect(late).toMatchObject({ id: delivered, summary: '🙂'.repeat(120) });
    expect(Date.parse(late?.at ?? '')).toBeGreaterThan(Date.parse(event.occurredAt) + 50_000);
  });

  it('a page costs 16 queries of at most 5 rows per webhook, whatever the log holds', async () => {
    const webhookIds = await makeWebhooks(4);
    // Spread evenly, because a shard with more than its share takes a second round of queries.
    for (const id of webhookIds) await storeDeliveries({ workspaceId, id }, 112, { shards: '0123456789abcdef' });
    const reads = watchReadRows();
    const { items, next } = await listEvents(workspaceId, {}, { limit: 50, after: undefined });
    const { queried, strong } = reads.take();
    expect(items.length).toBeGreaterThan(0);
    expect(next).toBeDefined();
    expect(strong.filter((isStrong) => !isStrong)).toHaveLength(4 * 16);
    expect(queried).toBeLessThanOrEqual(4 + 4 * 16 * 5);
  });
});
