import { randomUUID } from 'node:crypto';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { handler as deliverWebhook } from '../../../functions/consumers/deliver-webhook.ts';
import { handler as processInbound } from '../../../functions/consumers/process-inbound.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import type { DeliveryJob } from '../../../functions/model/delivery.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { runJob } from '../../../functions/platform/run-job.ts';
import { makeShop, type Shop } from '../../support/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob } from '../../support/deliveries.ts';
import { captureLog } from '../../support/log.ts';
import { respondWith, startReceiver } from '../../support/receiver.ts';
import { makeSendingWorkspace } from '../../support/simulator.ts';

// Nothing is sent on: these tests are about single attempts.
vi.mock('../../../functions/domain/queues.ts', () => ({ enqueueJobs: vi.fn() }));

/** The only line of what is done with this message. */
const lineOf = async (handler: (event: SQSEvent) => Promise<unknown>, body: unknown) => {
  const lines = captureLog();
  const record = { messageId: 'it', body: JSON.stringify(body), attributes: { ApproximateReceiveCount: '1' } };
  await handler({ Records: [record] } as unknown as SQSEvent);
  expect(lines).toHaveLength(1);
  return lines.pop() ?? {};
};

describe('an attempt at a webhook', () => {
  const deliveryLine = (work: DeliveryJob) => lineOf(deliverWebhook, work);

  it('is one line: whose, which, the how manieth, and what came of it', async () => {
    const { url } = await startReceiver(respondWith(204));
    const endpoint = await makeWorkspaceWithWebhook(url);
    const work = newDeliveryJob(endpoint);
    const line = await deliveryLine(work);
    expect(line).toMatchObject({
      level: 'info',
      message: 'job',
      operation: 'deliverWebhook',
      message_id: 'it',
      workspace_id: endpoint.workspaceId,
      webhook_id: endpoint.id,
      event_id: work.event.id,
      attempt: 1,
      outcome: 'delivered',
      code: 204,
    });
    // Nothing of the body, of where it went, and of what it was signed with.
    for (const hidden of ['4915112345678', 'Ana', '127.0.0.1', endpoint.secret]) {
      expect(JSON.stringify(line)).not.toContain(hidden);
    }
  });

  it('is to be repeated until the last one, which is undelivered', async () => {
    const { url } = await startReceiver(respondWith(500));
    const first = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    const seen: unknown[] = [];
    for (let number = 1; number <= 5; number += 1) {
      const { attempt, outcome, code } = await deliveryLine({ ...first, attemptNumber: number });
      seen.push([attempt, outcome, code]);
    }
    expect(seen).toEqual([1, 2, 3, 4, 5].map((number) => [number, number === 5 ? 'undelivered' : 'retry', 500]));
  });

  it('at an endpoint that cannot be reached tells what stood in the way', async () => {
    const { url, server } = await startReceiver();
    const work = newDeliveryJob(await makeWorkspaceWithWebhook(url));
    server.close();
    expect(await deliveryLine(work)).toMatchObject({ outcome: 'retry', code: 'ECONNREFUSED' });
  });

  it('that is not made tells why', async () => {
    const { url } = await startReceiver();
    const endpoint = await makeWorkspaceWithWebhook(url);
    const taken = newDeliveryJob(endpoint);
    await deliveryLine(taken);
    expect(await deliveryLine({ ...taken, attemptNumber: 3 })).toMatchObject({
      outcome: 'skipped',
      reason: 'already_attempted',
    });
    await updateWebhook(endpoint.workspaceId, endpoint.id, { is_active: false });
    expect(await deliveryLine(newDeliveryJob(endpoint))).toMatchObject({
      outcome: 'skipped',
      reason: 'webhook_inactive',
    });
    const gone = { ...newDeliveryJob(endpoint), webhookId: newId() };
    expect(await deliveryLine(gone)).toMatchObject({ outcome: 'skipped', reason: 'webhook_deleted' });
  });
});

describe('what a channel reported', () => {
  const inboundLine = ({ accounts: { msgapp: accountId } }: Shop, item: object, postponements = 0) => {
    const origin = { channel: 'msgapp', accountId };
    return lineOf(processInbound, {
      item: { ...origin, channelMessageId: `wamid.${randomUUID()}`, ...item },
      postponements,
    });
  };

  it('is postponed until that is there which it is about, then dropped, and each is a line', async () => {
    const shop = await makeShop();
    const receipt = { kind: 'status', status: 'read', at: '2026-11-15T03:00:00.000Z', ourMessageId: null, error: null };
    const told = { operation: 'processInbound', workspace_id: shop.id, channel: 'msgapp', kind: 'status' };
    expect(await inboundLine(shop, receipt)).toMatchObject({ ...told, outcome: 'postponed', postponements: 1 });
    const last = await inboundLine(shop, receipt, 5);
    expect(last).toMatchObject({ ...told, outcome: 'dropped', reason: 'what it is about never came' });
  });

  it('of an account that is in trouble tells the code and the words, without a number in them', async () => {
    const shop = await makeShop();
    const error = { code: 131_031, message: 'The account of +4915112345678 is locked.', details: '4915112345678' };
    const line = await inboundLine(shop, { kind: 'account_error', error });
    expect(line).toMatchObject({
      workspace_id: shop.id,
      kind: 'account_error',
      outcome: 'done',
      channel_code: 131_031,
      channel_error: 'The account of … is locked.',
    });
    expect(JSON.stringify(line)).not.toContain('15112345678');
  });
});

describe('a send', () => {
  it.each([
    ['accepted', undefined, ''],
    ['refused', 131_026, '5550001'],
  ])('notes what the channel said: %s', async (channel_outcome, channel_code, ending) => {
    const { id } = await makeSendingWorkspace();
    const to = ending === '' ? newPhone() : `+1202${ending}`;
    const lines = captureLog();
    const content = { type: 'text' as const, text: 'Hi there' };
    await runJob({ operation: 'send' }, async () => {
      await sendMessage(id, newId(), { to, name: 'Ana', content, replyToMessageId: undefined });
    });
    expect(lines).toEqual([expect.objectContaining({ channel: 'msgapp', channel_outcome })]);
    expect(lines[0]?.['channel_code']).toBe(channel_code);
    for (const hidden of [to.slice(1), 'Hi there', 'Ana']) expect(JSON.stringify(lines)).not.toContain(hidden);
  });
});
