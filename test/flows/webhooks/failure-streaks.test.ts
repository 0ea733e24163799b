import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { getWebhook, updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  getStoredWebhook,
  lengthenAttempts,
  makeWorkspaceWithWebhook,
  newDeliveryJob,
  type TestWebhook,
} from '../../support/deliveries.ts';
import { holdQueues } from '../../support/messages/held-messages.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';
import { newStreak, updateStoredWebhook } from '../../support/webhooks.ts';

beforeEach(holdQueues);
beforeEach(lengthenAttempts);

let status: number;
beforeEach(() => {
  status = 410;
});

/** The receiver of the webhook responds with `status`. */
const makeWebhookWithStatus = async () => {
  const { url, received } = await startReceiver((response, ...rest) => respondWith(status)(response, ...rest));
  return { webhook: await makeWorkspaceWithWebhook(url), received };
};

const newJobs = (webhook: TestWebhook, count: number) => Array.from({ length: count }, () => newDeliveryJob(webhook));

const fail = async (webhook: TestWebhook, count: number): Promise<void> => {
  for (const job of newJobs(webhook, count)) await deliver(job, 1);
};

/** Starts 30 deliveries at once and answers them in turn with 400 and 200. Returns the count after each, as it is stored and as it is shown. */
const alternate = async (webhook: TestWebhook, held: ServerResponse[]) => {
  const recorded: string[] = [];
  const deliveries = newJobs(webhook, 30).map(async (job) => {
    await deliver(job, 1);
    recorded.push(job.event.id);
  });
  await expect.poll(() => held.length, { interval: 2 }).toBe(30);
  const counts: number[] = [];
  const shown: number[] = [];
  for (const [index, response] of held.entries()) {
    response.writeHead(index % 2 === 0 ? 400 : 200).end();
    await expect.poll(() => recorded.length, { interval: 2 }).toBe(index + 1);
    counts.push((await getStoredWebhook(webhook)).failure_count);
    shown.push((await getWebhook(webhook.workspaceId, webhook.id)).failure_count);
  }
  await Promise.all(deliveries);
  return { counts, shown };
};

/** The receiver of the webhook responds when the test does. No success may write the time of the last delivery. */
const makeHeldWebhook = async () => {
  const held: ServerResponse[] = [];
  const { url } = await startReceiver((response) => void held.push(response));
  const webhook = await makeWorkspaceWithWebhook(url);
  await updateStoredWebhook(webhook.workspaceId, webhook.id, { touched_until: noTouches() });
  return { webhook, held };
};

const noTouches = () => isoTime(clock.now() + 60 * 60 * 1000);

const lagBehindWebhook = ({ workspaceId, id }: TestWebhook) => lagBehind(keys.webhook(workspaceId, id));

describe('a streak of failures', () => {
  it('a webhook that fails every second event stays active even if no success sees a failure', async () => {
    const { webhook, held } = await makeHeldWebhook();
    const replica = await lagBehindWebhook(webhook);
    const { counts, shown } = await alternate(webhook, held);
    expect(replica.staleReads()).toBe(30 + 15);
    const missed = Array.from({ length: 28 }, (_, index) => Math.floor(index / 2) + 1);
    expect(counts).toEqual([...missed, 1, 1]);
    expect(shown).toEqual(shown.map((_, index) => (index % 2 === 0 ? 1 : 0)));
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 1, is_active: true });
  });

  it('the fifteenth failure in a row switches the webhook off even if every eventual read is stale', async () => {
    const { webhook, received } = await makeWebhookWithStatus();
    status = 200;
    await deliver(newDeliveryJob(webhook), 1);
    await updateStoredWebhook(webhook.workspaceId, webhook.id, newStreak(12, Date.now()));
    const replica = await lagBehindWebhook(webhook);
    status = 410;
    await fail(webhook, 2);
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 14, is_active: true });
    await fail(webhook, 1);
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 15, is_active: false });
    replica.catchUp();
    await fail(webhook, 1);
    expect(received).toHaveLength(4);
  });

  it('concurrent failures stop counting at exactly fifteen, though every delivery is recorded', async () => {
    const { webhook } = await makeWebhookWithStatus();
    const jobs = newJobs(webhook, 20);
    await Promise.all(jobs.map((job) => deliver(job, 1)));
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 15, is_active: false });
    const ends = await Promise.all(jobs.map(({ event }) => findDelivery(webhook.id, event.id)));
    expect(ends.filter((end) => end?.status === 'failed' || end?.status === 'skipped')).toHaveLength(20);
  });

  it('a success that the count has missed ends the streak when the fifteenth failure is counted', async () => {
    const { webhook } = await makeWebhookWithStatus();
    await fail(webhook, 1);
    const missed = await getStoredWebhook(webhook);
    status = 200;
    await deliver(newDeliveryJob(webhook), 1);
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 0, is_active: true });
    status = 410;
    const { failing_since } = missed;
    await updateStoredWebhook(webhook.workspaceId, webhook.id, { failure_count: 1, failing_since });
    await fail(webhook, 14);
    const corrected = await getStoredWebhook(webhook);
    expect(corrected).toMatchObject({ failure_count: 14, is_active: true });
    expect(corrected.failing_since?.localeCompare(failing_since ?? '')).toBe(1);
    await fail(webhook, 1);
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 15, is_active: false });
  });

  it('after reactivation, failures of earlier jobs no longer count', async () => {
    const { webhook } = await makeWebhookWithStatus();
    await updateStoredWebhook(webhook.workspaceId, webhook.id, { ...newStreak(15), is_active: false });
    const late = newJobs(webhook, 3);
    await updateWebhook(webhook.workspaceId, webhook.id, { is_active: true });
    await Promise.all(late.map((job) => deliver(job, 1)));
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 0, is_active: true });
    expect(await findDelivery(webhook.id, late[0]?.event.id ?? '')).toMatchObject({ status: 'failed' });
    const { generation } = await getStoredWebhook(webhook);
    await deliver(newDeliveryJob(webhook, generation), 1);
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 1 });
  });

  it('an attempt that was running during a reactivation does not count as a failure', async () => {
    const { url } = await startReceiver(async (response) => {
      await updateWebhook(webhook.workspaceId, webhook.id, { is_active: true });
      response.writeHead(410).end();
    });
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await deliver(job, 1);
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 0 });
    expect(await findDelivery(webhook.id, job.event.id)).toMatchObject({ status: 'failed' });
  });

  it('a success does not reset the streak of a webhook that is inactive by then', async () => {
    const { url } = await startReceiver(async (response) => {
      await updateStoredWebhook(webhook.workspaceId, webhook.id, { is_active: false, failure_count: 15 });
      response.writeHead(204).end();
    });
    const webhook = await makeWorkspaceWithWebhook(url);
    await deliver(newDeliveryJob(webhook), 1);
    expect(await getStoredWebhook(webhook)).toMatchObject({ failure_count: 15, is_active: false });
  });
});
