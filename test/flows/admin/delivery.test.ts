import { describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import type { Feed } from '../../../functions/model/feeds/feed.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { verifyWebhook } from '../../../sdk/src/verify-webhook.ts';
import { makeLocalDir, readResult, runAdmin, runServiceAdmin, serviceRuntime } from '../../support/admin.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import {
  makeWorkspaceWithWebhook,
  newDeliveryJob,
  storeDeliveries,
  type TestWebhook,
} from '../../support/deliveries.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';

const delivery = (verb: string, { workspaceId, id }: TestWebhook, ...more: string[]) =>
  runServiceAdmin(['delivery', verb, ...more, '--webhook', id, '--workspace', workspaceId]);

/** A webhook that has refused one event and accepts the next ones. */
const makeRefusingWebhook = async () => {
  const { url, received } = await startReceiver((response, count, request) =>
    respondWith(count === 1 ? 404 : 204)(response, count, request),
  );
  const webhook = await makeWorkspaceWithWebhook(url);
  const { event, ...job } = newDeliveryJob(webhook);
  await deliver({ ...job, event }, 1);
  return { webhook, event, received };
};

describe('delivery list', () => {
  it('delivery list shows the outcome of each event, filtered by status on request', async () => {
    const { webhook, event } = await makeRefusingWebhook();
    expect(readResult<unknown>(await delivery('list', webhook, '--json'))).toEqual([
      {
        event_id: event.id,
        event: 'contact.created',
        occurred_at: event.occurredAt,
        status: 'failed',
        attempt_number: 1,
        next_attempt_at: null,
        attempts: [{ at: expect.any(String), code: 404, duration_ms: expect.any(Number), answer: '' }],
      },
    ]);
    expect((await delivery('list', webhook, '--status', 'failed')).stdout).toContain(event.id);
    expect((await delivery('list', webhook, '--status', 'skipped')).stdout).toContain('no such deliveries');
    expect(await delivery('list', webhook, '--status', 'lost')).toMatchObject({ code: 2 });
  });

  it('delivery list shows when each event occurred within the width of the terminal', async () => {
    const { webhook, event } = await makeRefusingWebhook();
    const argv = ['delivery', 'list', '--webhook', webhook.id];
    const row = `${event.occurredAt} +${event.id} +contact.created +failed `;
    expect((await runServiceAdmin(argv)).stdout).toMatch(
      new RegExp(`^occurred_at +event_id +event +status .*\\n${row}`),
    );
    const { stdout } = await runServiceAdmin(argv, '', 80);
    expect(stdout).toContain(`occurred_at  ${event.occurredAt}\nevent_id     ${event.id}\n`);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('delivery list filters by event and time, and goes on after the last event of a page', async () => {
    const { webhook } = await makeRefusingWebhook();
    const ids = await storeDeliveries(webhook, 101, { atMs: Date.now() - 60_000 });
    const until = isoTime(Date.now() - 30_000);
    const first = readResult<{ event_id: string }[]>(await delivery('list', webhook, '--json', '--until', until));
    expect(first.map(({ event_id }) => event_id)).toEqual(ids.slice(0, 100));
    const { stdout } = await delivery('list', webhook, '--until', until);
    const after = String(first.at(-1)?.event_id);
    expect(stdout).toContain(`For older ones: --after ${after}`);
    const second = readResult<unknown>(await delivery('list', webhook, '--json', '--until', until, '--after', after));
    expect(second).toMatchObject([{ event_id: ids[100] }]);
    const none = await delivery('list', webhook, '--event', 'message.received', '--since', isoTime(0));
    expect(none.stdout).toBe('There are no such deliveries.\n');
  });
});

it('delivery recover redelivers all failures since a time and shows its progress', async () => {
  const { webhook, event, received } = await makeRefusingWebhook();
  const run = await delivery('recover', webhook, '--since', event.occurredAt, '--json');
  expect(readResult(run)).toEqual({ requested: 1 });
  expect(run.stderr).toContain('1 requested');
  await expect.poll(() => received.length).toBe(2);
  for (const since of ['2099-01-01T00:00:00Z', '2026-01-01T00:00:00'])
    expect(await delivery('recover', webhook, '--since', since)).toMatchObject({ code: 2 });
});

const startListening = (workspaceId: string, ...options: string[]) => {
  const ending = new AbortController();
  const env = { LOCAL_DIR: makeLocalDir(serviceRuntime()) };
  const argv = ['listen', '--workspace', workspaceId, ...options];
  const ended = runAdmin(argv, { env, signal: ending.signal });
  const end = () => {
    ending.abort();
    return ended;
  };
  return { end, ended };
};

const readFeeds = async (key: string): Promise<Feed[]> =>
  (await call<{ data: Feed[] }>('GET', '/feeds', { key })).json.data;

it('an operator listens with signed deliveries, goes on where it stopped, and leaves an entry in the audit log', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const { url, received } = await startReceiver();
  const first = startListening(workspaceId, '--events', 'contact.created', '--forward-to', url, '--keep');
  await expect.poll(() => readFeeds(key)).toHaveLength(1);
  const { id: contactId } = await makeContact(key);
  await expect.poll(() => received.length).toBe(1);
  const { stdout } = await first.end();
  expect(stdout).toMatch(/contact\.created [0-9a-f-]{36}\n.*\n {2}→ 204 in \d+ ms\n/);
  const [, secret = '', resume = ''] = /secret (whsec_\S+)[\s\S]*To go on: .* (--feed .*)/.exec(stdout) ?? [];
  const [{ body = '', headers = {} } = {}] = received;
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ data: { contact_id: contactId } });

  const second = startListening(workspaceId, ...resume.split(' '));
  const { id: otherId } = await makeContact(key);
  await expect.poll(() => received.map(({ event }) => event.data['contact_id'])).toEqual([contactId, otherId]);
  const [feed] = await readFeeds(key);
  await call('DELETE', `/feeds/${feed?.id}`, { key });
  expect(await second.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('The feed has ended.') });

  const third = startListening(workspaceId);
  await expect.poll(() => readFeeds(key)).toHaveLength(1);
  expect((await third.end()).stdout).toContain('deleted the feed');
  expect(await readFeeds(key)).toEqual([]);
  const { items } = await listAuditEntries(workspaceId, {}, { limit: 3, after: undefined });
  const entries = items.map(({ action, outcome }) => `${action} ${outcome}`);
  expect(entries).toEqual(['done', 'refused', 'done'].map((outcome) => `feed.followed ${outcome}`));
});
