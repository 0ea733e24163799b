import { beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../../functions/domain/deliveries/deliver.ts';
import { toEvent } from '../../../functions/domain/deliveries/events.ts';
import type { DeliveryJob } from '../../../functions/model/jobs.ts';
import { findDelivery } from '../../../functions/table/deliveries/deliveries.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { call } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, type TestWebhook } from '../../support/deliveries.ts';
import { deleteContact, waitForFirstPass } from '../../support/erasures.ts';
import { holdQueues, takeJobs } from '../../support/messages/held-messages.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { patchWebhook } from '../../support/webhooks.ts';

beforeEach(holdQueues);

/** The job of a contact's event, which the service does not deliver: the webhook subscribes to it only afterwards. */
const makeContactJob = async (webhook: TestWebhook): Promise<DeliveryJob & { contactId: string }> => {
  const { id } = await makeContact(webhook.key);
  const event = toEvent({ before: undefined, after: await findItem(keys.contact(webhook.workspaceId, id)) });
  if (!event) throw new Error('A new contact is an event.');
  return { ...newDeliveryJob(webhook), event, contactId: id };
};

describe('events about an erased contact', () => {
  it('a queued event about an erased contact is not delivered and leaves no row', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const [job, other] = [await makeContactJob(webhook), await makeContactJob(webhook)];
    await deleteContact(webhook.key, job.contactId);
    await Promise.all([deliver(job, 1), deliver({ ...job, attemptNumber: 1, deferrals: 1 }, 1)]);
    expect(received).toEqual([]);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
    await deliver(other, 1);
    expect(received.map(({ event }) => event.id)).toEqual([other.event.id]);
  });

  it('a result that could not be recorded before the erasure is not recorded after it', async () => {
    const { url } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const job = await makeContactJob(webhook);
    await deleteContact(webhook.key, job.contactId);
    const attempt = { at: new Date().toISOString(), code: 200, duration_ms: 5, answer: 'ok' };
    await deliver({ ...job, result: { attempt, decision: { status: 'delivered' } } }, 1);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
  });

  it('an event that waits for its retry is dropped with its row, and cannot be redelivered', async () => {
    const { url, received } = await startReceiver(respondWith(500));
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const job = await makeContactJob(webhook);
    await deliver(job, 1);
    const [retry] = takeJobs();
    expect(await findDelivery(webhook.id, job.event.id)).toMatchObject({ status: 'retrying' });
    await deleteContact(webhook.key, job.contactId);
    await waitForFirstPass(webhook.workspaceId, job.contactId);
    expect(await findDelivery(webhook.id, job.event.id)).toBeUndefined();
    await deliver(retry?.body as DeliveryJob, 1);
    expect(received).toHaveLength(1);
    const path = `/webhooks/${webhook.id}/deliveries/${job.event.id}`;
    expect((await call('GET', path, { key: webhook.key })).status).toBe(404);
    expect((await call('POST', `${path}/redeliver`, { key: webhook.key })).status).toBe(404);
  });

  it('a receipt for a message of an erased contact is no event any more', async () => {
    const { url, received } = await startReceiver();
    const webhook = await makeWorkspaceWithWebhook(url, ['message.received']);
    const { contactId, ...job } = await makeContactJob(webhook);
    await deleteContact(webhook.key, contactId);
    const data = { msgapp_message_id: 'wamid.1', conversation_id: contactId, status: 'read' };
    await deliver({ ...job, event: { ...job.event, name: 'message.status_updated', data } }, 1);
    expect(received).toEqual([]);
    expect((await patchWebhook(webhook.key, webhook.id, { is_active: true })).status).toBe(200);
  });
});
