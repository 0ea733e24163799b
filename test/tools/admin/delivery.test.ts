import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/webhooks/deliver.ts';
import { env } from '../../../functions/platform/env.ts';
import { findDelivery } from '../../../functions/table/webhooks/deliveries.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, type TestWebhook } from '../../support/deliveries.ts';
import { respondWith, startReceiver } from '../../support/receiver.ts';
import { patchWebhook } from '../../support/webhooks.ts';
import { localDirWith, resultOf, runAdmin, runtimeOf } from './fixture/admin.ts';

// These commands need a service that delivers, so that they act on the one of all tests.
let localDir: string;
beforeAll(() => {
  const endpoint = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
  localDir = localDirWith(runtimeOf({ endpoint, tableName: env.tableName() }));
});
afterAll(() => rmSync(localDir, { recursive: true }));

const patience = { timeout: 20_000, interval: 50 };

const delivery = (verb: string, { workspaceId, id }: TestWebhook, ...more: string[]) =>
  runAdmin(['delivery', verb, ...more, '--webhook', id, '--workspace', workspaceId], { env: { LOCAL_DIR: localDir } });

/** An endpoint that has refused one event and takes all that come later. */
const makeRefuser = async () => {
  const { url, received } = await startReceiver((response, count, request) =>
    respondWith(count === 1 ? 404 : 204)(response, count, request),
  );
  const endpoint = await makeWorkspaceWithWebhook(url);
  const { event, ...work } = newDeliveryJob(endpoint);
  await deliver({ ...work, event }, 1);
  return { endpoint, event, received };
};

describe('delivery list', () => {
  it('shows what became of each event, of one status where asked', async () => {
    const { endpoint, event } = await makeRefuser();
    const [row, ...others] = Object.values(resultOf(await delivery('list', endpoint, '--json')));
    expect(others).toEqual([]);
    expect(row).toEqual({
      event_id: event.id,
      event: 'contact.created',
      occurred_at: event.occurredAt,
      status: 'failed',
      attempt_number: 1,
      next_attempt_at: null,
      attempts: [{ at: expect.any(String), code: 404, duration_ms: expect.any(Number), answer: '' }],
    });
    expect((await delivery('list', endpoint, '--status', 'failed')).stdout).toContain(event.id);
    expect((await delivery('list', endpoint, '--status', 'skipped')).stdout).toContain('no such deliveries');
    expect(await delivery('list', endpoint, '--status', 'lost')).toMatchObject({ code: 2 });
  });

  it('finds the workspace by itself', async () => {
    const { endpoint } = await makeRefuser();
    const outcome = await runAdmin(['delivery', 'list', '--webhook', endpoint.id, '--json'], {
      env: { LOCAL_DIR: localDir },
    });
    expect(JSON.parse(outcome.stdout)).toHaveLength(1);
  });

  it('knows only endpoints of the workspace', async () => {
    const { endpoint } = await makeRefuser();
    const { endpoint: other } = await makeRefuser();
    const outcome = await delivery('list', { ...endpoint, workspaceId: other.workspaceId });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('no such webhook') });
  });
});

describe('delivery redeliver', () => {
  it('has an event delivered again', async () => {
    const { endpoint, event, received } = await makeRefuser();
    const outcome = resultOf(await delivery('redeliver', endpoint, event.id, '--json'));
    expect(outcome).toMatchObject({ event_id: event.id, status: 'requested' });
    await expect.poll(() => received.length, patience).toBe(2);
    await expect.poll(() => findDelivery(endpoint.id, event.id), patience).toMatchObject({ status: 'delivered' });
  });

  it('refuses an endpoint that is inactive, and says what to do', async () => {
    const { endpoint, event } = await makeRefuser();
    await patchWebhook(endpoint.key, endpoint.id, { is_active: false });
    const outcome = await delivery('redeliver', endpoint, event.id);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('switch it on first') });
  });
});

describe('delivery recover', () => {
  it('has everything delivered again that failed since then, and shows its progress', async () => {
    const { endpoint, event, received } = await makeRefuser();
    const outcome = await delivery('recover', endpoint, '--since', event.occurredAt, '--json');
    expect(resultOf(outcome)).toEqual({ requested: 1 });
    expect(outcome.stderr).toContain('1 requested');
    await expect.poll(() => received.length, patience).toBe(2);
  });

  it('refuses a time that is to come, or has no zone', async () => {
    const { endpoint } = await makeRefuser();
    expect(await delivery('recover', endpoint, '--since', '2099-01-01T00:00:00Z')).toMatchObject({ code: 2 });
    expect(await delivery('recover', endpoint, '--since', '2026-01-01T00:00:00')).toMatchObject({ code: 2 });
  });
});
