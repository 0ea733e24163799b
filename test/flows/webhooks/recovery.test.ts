import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { getDelivery, getLoggedDelivery } from '../../../functions/domain/deliveries/delivery-log.ts';
import { getWebhookHealth } from '../../../functions/domain/deliveries/health.ts';
import { redeliver } from '../../../functions/domain/deliveries/redeliver.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, storeDelivery } from '../../support/deliveries.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';

describe('a redelivery', () => {
  it('a redelivered event gets five new attempts', async () => {
    const { url, received } = await startReceiver((response, count, request) =>
      respondWith([410, 500][count - 1] ?? 204)(response, count, request),
    );
    const webhook = await makeWorkspaceWithWebhook(url);
    const job = newDeliveryJob(webhook);
    await deliver(job, 1);
    await redeliver(webhook.workspaceId, webhook.id, job.event.id);
    const attempts = { earlier_attempts: [{ code: 410 }], attempts: [{ code: 500 }, { code: 204 }] };
    await expect
      .poll(() => findDelivery(webhook.id, job.event.id))
      .toMatchObject({ status: 'delivered', attempt_number: 3, ...attempts });
    expect(received).toHaveLength(3);
  });

  it('the last ten attempts of earlier turns stay, and one of them is the last response until there is another', async () => {
    const pending: ServerResponse[] = [];
    const { url } = await startReceiver((response) => pending.push(response));
    const webhook = await makeWorkspaceWithWebhook(url);
    const { workspaceId, id } = webhook;
    const attempts = Array.from({ length: 12 }, () => ({ code: 503, answer: 'x'.repeat(1_024) }));
    const eventId = await storeDelivery(webhook, { attempts });
    await redeliver(workspaceId, id, eventId);
    await expect.poll(() => pending.length).toBe(1);
    expect(await getWebhookHealth(workspaceId, id)).toMatchObject({ last_attempt: { code: 503 } });
    pending[0]?.writeHead(204).end();
    await expect.poll(() => findDelivery(id, eventId)).toMatchObject({ status: 'delivered' });
    const { earlier_attempts, ...delivery } = await getLoggedDelivery(workspaceId, id, eventId);
    expect(earlier_attempts.map(({ answer }) => answer.length)).toEqual(Array(10).fill(100));
    expect(await getDelivery(workspaceId, id, eventId)).toEqual(delivery);
  });
});
