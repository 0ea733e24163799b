import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { handler as deliverWebhook } from '../../../functions/consumers/deliver-webhook.ts';
import { handler as processInbound } from '../../../functions/consumers/process-inbound.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { updateWebhook } from '../../../functions/domain/webhooks/webhooks.ts';
import type { DeliveryJob } from '../../../functions/model/jobs/deliveries.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { runJob } from '../../../functions/platform/run-job.ts';
import { findSegmentToRemove } from '../../../functions/table/segments/segments.ts';
import { makeShop, type Shop } from '../../support/channels/channels.ts';
import { makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { makeWorkspaceWithWebhook, newDeliveryJob, toBatch } from '../../support/deliveries.ts';
import { captureLog } from '../../support/log.ts';
import { holdQueues, takeJobs } from '../../support/messages/held-messages.ts';
import { respondWith, startReceiver } from '../../support/network/receiver.ts';
import { makeSegment, seedMembers } from '../../support/segments.ts';
import { makeWebhook } from '../../support/webhooks.ts';

describe('the log line of a job', () => {
  // Retries go nowhere: these tests are about single attempts.
  beforeEach(holdQueues);

  /** The only line that the handler logs for this job. */
  const captureLine = async (handler: (event: SQSEvent) => Promise<unknown>, body: unknown) => {
    const lines = captureLog();
    const record = { messageId: 'it', body: JSON.stringify(body), attributes: { ApproximateReceiveCount: '1' } };
    await handler({ Records: [record] } as unknown as SQSEvent);
    expect(lines).toHaveLength(1);
    return lines.pop() ?? {};
  };

  describe('the log line of a delivery attempt', () => {
    const deliveryLine = (job: DeliveryJob) => captureLine(deliverWebhook, job);

    it('deliveries that succeed at once share one line per batch, which names webhook, event, request and outcome', async () => {
      const { url } = await startReceiver(respondWith(204));
      const webhook = await makeWorkspaceWithWebhook(url);
      const jobs = [newDeliveryJob(webhook), newDeliveryJob(webhook)];
      const lines = captureLog();
      const { Records: records } = toBatch(jobs, 1);
      const request_id = { stringValue: 'request-1', dataType: 'String' };
      await deliverWebhook({ Records: records.map((record) => ({ ...record, messageAttributes: { request_id } })) });
      const some = expect.any(Number);
      // Two deliveries share calls only if they overlap. The benchmark counts them.
      const cost = { duration_ms: some, cpu_ms: some, round_trips: some, read_units: 0.5, write_units: some };
      expect(lines).toEqual([{ operation: 'deliverWebhook', jobs: expect.any(Array), ...cost }]);
      const summaries = lines.flatMap((line) => line['jobs']) as string[];
      const words = summaries.map((summary) => summary.split(' ').slice(0, 4));
      expect(words.sort()).toEqual(jobs.map(({ event }) => [webhook.id, event.id, 'request-1', '204']).sort());
      // No part of the body, the target or the secret.
      for (const hidden of ['4915112345678', 'Ana', '127.0.0.1', webhook.secret])
        expect(JSON.stringify(lines)).not.toContain(hidden);
    });

    it('an attempt that is not ordinary logs a line with its workspace, webhook, event, attempt and outcome', async () => {
      const { url } = await startReceiver(respondWith(500));
      const webhook = await makeWorkspaceWithWebhook(url);
      const job = newDeliveryJob(webhook);
      const ids = {
        message_id: 'it',
        workspace_id: webhook.workspaceId,
        webhook_id: webhook.id,
        event_id: job.event.id,
      };
      const result = { operation: 'deliverWebhook', attempt: 1, outcome: 'retry', code: 500 };
      expect(await deliveryLine(job)).toMatchObject({ ...ids, ...result });
    });

    it('failed attempts log retry until the last one, which logs undelivered', async () => {
      const { url } = await startReceiver(respondWith(500));
      const first = newDeliveryJob(await makeWorkspaceWithWebhook(url));
      const outcomes: unknown[] = [];
      for (let number = 1; number <= 5; number += 1) {
        const { attempt, outcome, code } = await deliveryLine({ ...first, attemptNumber: number });
        outcomes.push([attempt, outcome, code]);
      }
      expect(outcomes).toEqual([1, 2, 3, 4, 5].map((number) => [number, number === 5 ? 'undelivered' : 'retry', 500]));
    });

    it('a skipped delivery logs its reason', async () => {
      const { url } = await startReceiver();
      const webhook = await makeWorkspaceWithWebhook(url);
      const delivered = newDeliveryJob(webhook);
      await deliveryLine(delivered);
      const skipped = (reason: string) => ({ outcome: 'skipped', reason });
      expect(await deliveryLine({ ...delivered, attemptNumber: 3 })).toMatchObject(skipped('already_attempted'));
      await updateWebhook(webhook.workspaceId, webhook.id, { is_active: false });
      expect(await deliveryLine(newDeliveryJob(webhook))).toMatchObject(skipped('webhook_inactive'));
      const deleted = { ...newDeliveryJob(webhook), webhookId: newId() };
      expect(await deliveryLine(deleted)).toMatchObject(skipped('webhook_deleted'));
    });
  });

  describe('the log line of an inbound item', () => {
    const inboundLine = ({ accounts: { msgapp: accountId } }: Shop, item: object, postponements = 0) => {
      const origin = { channel: 'msgapp', accountId, channelMessageId: `wamid.${randomUUID()}` };
      return captureLine(processInbound, { item: { ...origin, ...item }, postponements });
    };

    it('a receipt before its message is tried again after 2 seconds up to 15 minutes, then dropped', async () => {
      const shop = await makeShop();
      holdQueues();
      const ours = { ourConversationId: null, ourMessageId: null };
      const receipt = { kind: 'status', status: 'read', at: '2026-11-15T03:00:00.000Z', ...ours, error: null };
      const fields = { operation: 'processInbound', workspace_id: shop.id, channel: 'msgapp', kind: 'status' };
      for (const postponements of [1, 2, 3, 4, 5, 6, 7]) {
        const line = await inboundLine(shop, receipt, postponements - 1);
        expect(line).toMatchObject({ ...fields, outcome: 'postponed', postponements });
      }
      expect(takeJobs().map(({ delaySeconds }) => delaySeconds)).toEqual([2, 5, 10, 20, 60, 300, 900]);
      const last = await inboundLine(shop, receipt, 7);
      expect(last).toMatchObject({ ...fields, outcome: 'dropped', reason: 'the message it refers to never arrived' });
    });

    it("an account error logs the channel's code and message, without phone numbers", async () => {
      const shop = await makeShop();
      const error = { code: 131_031, message: 'The account of +4915112345678 is locked.', details: '4915112345678' };
      const line = await inboundLine(shop, { kind: 'account_error', error });
      const said = { channel_code: 131_031, channel_error: 'The account of … is locked.' };
      expect(line).toMatchObject({ workspace_id: shop.id, kind: 'account_error', outcome: 'done', ...said });
      expect(JSON.stringify(line)).not.toContain('15112345678');
    });
  });

  const refused = { channel: 'msgapp', channel_outcome: 'refused', channel_code: 131_026 };

  it.each([
    ['that accepts it', {}, ''],
    ['that refuses it', { sent_message_id: expect.any(String), ...refused }, '5550001'],
  ])('a send to a channel %s logs its message and outcome only if they are unusual', async (_, unusual, ending) => {
    const { id } = await makeSendingWorkspace();
    const to = ending === '' ? newPhone() : `+1202${ending}`;
    const lines = captureLog();
    const content = { type: 'text' as const, text: 'Hi there' };
    await runJob({ operation: 'send' }, async () => {
      await sendMessage(id, newId(), { to, name: 'Ana', content, replyToMessageId: undefined });
    }).catch(() => undefined);
    const [{ sent_message_id, channel, channel_outcome, channel_code } = {}] = lines;
    expect({ sent_message_id, channel, channel_outcome, channel_code }).toEqual(unusual);
    for (const hidden of [to.slice(1), 'Hi there', 'Ana']) expect(JSON.stringify(lines)).not.toContain(hidden);
  });
});

const listOperations = (requestId: string): unknown[] =>
  readFileSync(inject('service').logPath, 'utf8')
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line.slice(line.indexOf('{'))).operation)
    .sort();

describe('the request id in the log', () => {
  it('an attempt to deliver an event names the request that caused it', async () => {
    const { url } = await startReceiver();
    const { id, key } = await makeWorkspace();
    await makeWebhook(id, url);
    const { headers } = await call('POST', '/contacts', { key, body: { phone: newPhone() } });
    const requestId = headers.get('x-request-id') ?? 'none';
    await expect.poll(() => listOperations(requestId)).toEqual(['createContact', 'deliverWebhook']);
  });

  it('the cleanup after a deleted segment names the request that deleted it', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key);
    await seedMembers(id, 3);
    const { status, headers } = await call('DELETE', `/segments/${id}`, { key });
    expect(status).toBe(200);
    const requestId = headers.get('x-request-id') ?? 'none';
    await expect.poll(() => listOperations(requestId)).toEqual(['deleteSegment', 'runMaintenance']);
  });

  it('an answer does not show the request id of the item that it returns', async () => {
    const { id: workspaceId, key } = await makeSendingWorkspace();
    const segment = await makeSegment(key);
    expect(await findSegmentToRemove(workspaceId, segment.id)).toMatchObject({ id: segment.id });
    const { status, text } = await postMessage(key, { to: newPhone(), text: 'Hi' });
    expect(status).toBe(201);
    for (const path of ['/contacts', '/conversations', '/segments', `/segments/${segment.id}`])
      expect((await call('GET', path, { key })).text + text).not.toContain('request_id');
  });
});
