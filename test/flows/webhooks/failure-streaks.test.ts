import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deliver } from '../../../functions/domain/webhooks/deliver.ts';
import { updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { findDelivery } from '../../../functions/table/webhooks/deliveries.ts';
import {
  getStoredWebhook,
  makeWorkspaceWithWebhook,
  newDeliveryJob,
  type TestWebhook,
} from '../../support/deliveries.ts';
import { respondWith, startReceiver } from '../../support/receiver.ts';
import { updateStoredWebhook } from '../../support/webhooks.ts';

vi.mock('../../../functions/domain/queues.ts', () => ({ enqueueJobs: vi.fn() }));

let status: number;
beforeEach(() => {
  status = 410;
});

/** An endpoint that answers as this test wishes. */
const makeWilful = async () => {
  const { url, received } = await startReceiver((response, ...rest) => respondWith(status)(response, ...rest));
  return { endpoint: await makeWorkspaceWithWebhook(url), received };
};

const worksFor = (endpoint: TestWebhook, count: number, generation = 1) =>
  Array.from({ length: count }, () => newDeliveryJob(endpoint, generation));

const fail = async (endpoint: TestWebhook, count: number): Promise<void> => {
  for (const work of worksFor(endpoint, count)) await deliver(work, 1);
};

describe('a streak of failures', () => {
  it('switches the endpoint off at fifteen, not before, and counts no further', async () => {
    const { endpoint, received } = await makeWilful();
    await fail(endpoint, 14);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 14, is_active: true });
    await fail(endpoint, 1);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 15, is_active: false });
    await fail(endpoint, 2);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 15, is_active: false });
    expect(received).toHaveLength(15);
  });

  it('counts each event once, however often its message comes', async () => {
    const { endpoint } = await makeWilful();
    const works = worksFor(endpoint, 14);
    await Promise.all(works.flatMap((work) => [deliver(work, 1), deliver(work, 1), deliver(work, 2)]));
    await Promise.all(works.map((work) => deliver(work, 3)));
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 14, is_active: true });
  });

  it('is fifteen exactly when many fail side by side, and every delivery is recorded', async () => {
    const { endpoint } = await makeWilful();
    const works = worksFor(endpoint, 40);
    await Promise.all(works.map((work) => deliver(work, 1)));
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 15, is_active: false });
    const ends = await Promise.all(works.map(({ event }) => findDelivery(endpoint.id, event.id)));
    expect(ends.filter((end) => end?.status === 'failed' || end?.status === 'skipped')).toHaveLength(40);
  });

  it('is ended by a success', async () => {
    const { endpoint } = await makeWilful();
    await fail(endpoint, 14);
    status = 200;
    await deliver(newDeliveryJob(endpoint), 1);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 0, is_active: true });
    status = 410;
    await fail(endpoint, 14);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 14, is_active: true });
  });

  it('is ended by switching the endpoint on: what set out before does not count any more', async () => {
    const { endpoint } = await makeWilful();
    await fail(endpoint, 15);
    const late = worksFor(endpoint, 20, 1);
    await updateWebhook(endpoint.workspaceId, endpoint.id, { is_active: true });
    await Promise.all(late.map((work) => deliver(work, 1)));
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 0, is_active: true });
    expect(await findDelivery(endpoint.id, late[0]?.event.id ?? '')).toMatchObject({ status: 'failed' });
    const { generation } = await getStoredWebhook(endpoint);
    await deliver(newDeliveryJob(endpoint, generation), 1);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 1 });
  });

  it('that is cleared while an attempt is on its way is not begun by that attempt', async () => {
    const { url } = await startReceiver(async (response) => {
      await updateWebhook(endpoint.workspaceId, endpoint.id, { is_active: true });
      response.writeHead(410).end();
    });
    const endpoint = await makeWorkspaceWithWebhook(url);
    const work = newDeliveryJob(endpoint);
    await deliver(work, 1);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 0 });
    expect(await findDelivery(endpoint.id, work.event.id)).toMatchObject({ status: 'failed' });
  });

  it('does not end by a success of an endpoint that is inactive by then', async () => {
    const { url } = await startReceiver(async (response) => {
      await updateStoredWebhook(endpoint.workspaceId, endpoint.id, { is_active: false, failure_count: 15 });
      response.writeHead(204).end();
    });
    const endpoint = await makeWorkspaceWithWebhook(url);
    await deliver(newDeliveryJob(endpoint), 1);
    expect(await getStoredWebhook(endpoint)).toMatchObject({ failure_count: 15, is_active: false });
  });
});
