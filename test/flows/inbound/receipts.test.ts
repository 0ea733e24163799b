import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { InboundStatus } from '../../../functions/model/inbound.ts';
import { statusAfter } from '../../../functions/model/message.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import {
  channelMessagePart,
  findMessage,
  findReportedMessage,
  newMessagePart,
  type StoredMessage,
} from '../../../functions/table/messages/messages.ts';
import {
  findStoredMessage,
  getShopConversation,
  listShopMessages,
  makeShop,
  pollOptions,
  type Shop,
  simulateInboundAndWait,
  waitForStoredMessage,
} from '../../support/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { callSimulator, postMessage } from '../../support/simulator.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

/** Sends a text, and returns it as it is stored. */
const sendText = async (text = 'Hello', to = newPhone()): Promise<StoredMessage & { channel_message_id: string }> => {
  const { json } = await postMessage(shop.key, { to, text });
  const message = await findStoredMessage(shop, json.data.msgapp_message_id);
  if (!message) throw new Error('It was not sent.');
  return { ...message, channel_message_id: json.data.msgapp_message_id };
};

const report = (message_id: string, status: string, fields: object = {}) =>
  callSimulator('POST', '/status', { message_id, status, ...fields });

describe('receipts', () => {
  it('follow a message by themselves and move its status', async () => {
    const own = await makeShop();
    await callSimulator('POST', '/switches', {
      account_id: own.accounts.msgapp,
      receipts: ['sent', 'delivered', 'read'],
    });
    const { json } = await postMessage(own.key, { to: newPhone(), text: 'Hello' });
    const { conversation_id } = await waitForStoredMessage(own, json.data.msgapp_message_id, { status: 'read' });
    const [shown] = await listShopMessages(own, conversation_id);
    expect(shown).toMatchObject({ id: json.data.message_id, direction: 'outbound', status: 'read' });
  });

  it('never move a status back', async () => {
    const { channel_message_id: id } = await sendText();
    await report(id, 'read');
    await waitForStoredMessage(shop, id, { status: 'read' });
    await report(id, 'delivered');
    await waitForStoredMessage(shop, id, {
      status: 'read',
      last_receipt: expect.objectContaining({ status: 'delivered' }),
    });
  });

  it('that tell of a failure keep the reason', async () => {
    const { channel_message_id: id } = await sendText();
    await report(id, 'failed', { error_code: 131026 });
    const failed = await waitForStoredMessage(shop, id, { status: 'failed' });
    expect(failed.error).toMatchObject({ code: 131026, message: 'Message undeliverable' });
    await report(id, 'delivered');
    await waitForStoredMessage(shop, id, { status: 'delivered' });
    await report(id, 'failed', { error_code: 131047, timestamp: Math.floor(Date.now() / 1000) + 5 });
    await waitForStoredMessage(shop, id, {
      status: 'delivered',
      last_receipt: expect.objectContaining({ status: 'failed' }),
    });
  });

  it('are a change each when they are new, and none when they come again', async () => {
    const message = await sendText();
    const at = isoTime(Date.now());
    const receipt = (status: InboundStatus['status'], time = at) => ({ ...statusOf(message, status), at: time });
    const seen: unknown[] = [];
    const take = async (item: InboundStatus) => {
      await processInbound({ item, postponements: 0 });
      seen.push((await findMessage(message.conversation_id, message.id))?.last_receipt);
    };
    const later = isoTime(Date.now() + 1_000);
    for (const item of [receipt('sent'), receipt('delivered'), receipt('sent'), receipt('sent', later)])
      await take(item);
    expect(seen).toEqual([
      { status: 'sent', at },
      { status: 'delivered', at },
      { status: 'delivered', at },
      { status: 'sent', at: later },
    ]);
  });

  it('in any order and number leave the status that the furthest of them says', async () => {
    const statuses = ['sent', 'delivered', 'read', 'failed'] as const;
    const message = await sendText();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 8 }), async (reported) => {
        const copy = await copyOf(message);
        await Promise.all(reported.map((status) => processInbound({ item: statusOf(copy, status), postponements: 0 })));
        const after = await findMessage(copy.conversation_id, copy.id);
        expect(after?.status).toBe(reported.reduce(statusAfter, 'sent'));
      }),
      { numRuns: 15 },
    );
  });

  it('of a message that is not ours are dropped in the end, and hold up nothing', async () => {
    const stray = { ...statusOf(await sendText(), 'read'), channelMessageId: 'wamid.stray', ourMessageId: null };
    await processInbound({ item: stray, postponements: 5 });
    await processInbound({ item: { ...stray, ourMessageId: 'x'.repeat(500) }, postponements: 5 });
    await processInbound({ item: { ...stray, ourMessageId: randomUUID() }, postponements: 5 });
  });

  it('of another workspace’s message change nothing', async () => {
    const other = await makeShop();
    const message = await sendText();
    await processInbound({
      item: { ...statusOf(message, 'read'), accountId: other.accounts.msgapp },
      postponements: 5,
    });
    expect(await findMessage(message.conversation_id, message.id)).toMatchObject({ status: 'sent' });
  });

  it('of what a customer wrote change nothing', async () => {
    const message = await simulateInboundAndWait(shop, { from: newPhone() });
    await processInbound({ item: statusOf(message, 'read'), postponements: 0 });
    expect(await findMessage(message.conversation_id, message.id)).toMatchObject({ status: 'delivered' });
  });

  it('of a message that comes only after them wait for it', async () => {
    const message = await sendText();
    const id = `wamid.${randomUUID()}`;
    await processInbound({
      item: { ...statusOf(message, 'read'), channelMessageId: id, ourMessageId: null },
      postponements: 0,
    });
    await copyOf(message, id);
    await waitForStoredMessage(shop, id, { status: 'read' });
  });
});

describe('a send whose answer was lost', () => {
  it('is completed by its first receipt', async () => {
    const own = await makeShop();
    await callSimulator('POST', '/switches', { account_id: own.accounts.msgapp, receipts: ['sent', 'delivered'] });
    const to = `${newPhone().slice(0, -7)}5550008`;
    const { conversation_id } = await simulateInboundAndWait(own, { from: to, text: 'Are you there?' });
    const { status, json } = await postMessage(own.key, { to, text: 'Yes!' });
    expect(status).toBe(502);
    expect(json.error?.code).toBe('platform_error');
    await expect
      .poll(async () => (await listShopMessages(own, conversation_id))[0], { ...pollOptions, interval: 500 })
      .toMatchObject({
        content_text: 'Yes!',
        status: 'delivered',
        msgapp_message_id: expect.stringMatching(/^wamid\./),
      });
    const [message] = await listShopMessages(own, conversation_id);
    expect(await getShopConversation(own, conversation_id)).toMatchObject({
      last_message_text: 'Yes!',
      last_message_at: message?.created_at,
      unread_count: 0,
    });
    expect(await findStoredMessage(own, message?.msgapp_message_id ?? '')).toMatchObject({ id: message?.id });
  });

  it('is the last message no more when the customer has written since', async () => {
    const own = await makeShop();
    const to = `${newPhone().slice(0, -7)}5550008`;
    const { conversation_id } = await simulateInboundAndWait(own, { from: to, text: 'Are you there?' });
    await postMessage(own.key, { to, text: 'Yes!' });
    await simulateInboundAndWait(own, { from: to, text: 'Hello?' });
    const [, sent] = await listShopMessages(own, conversation_id);
    const reported = { channel: 'msgapp' as const, channelMessageId: 'unknown', ourMessageId: sent?.id ?? '' };
    const unsettled = await findReportedMessage(own.id, reported);
    expect(unsettled).toMatchObject({ status: 'sending', channel_message_id: null });
    const { ids } = await callSimulator<{ ids: string[] }>('GET', `/sent?account_id=${own.accounts.msgapp}&ids=true`);
    await report(ids[0] ?? '', 'delivered');
    await waitForStoredMessage(own, ids[0] ?? '', { id: sent?.id ?? '', status: 'delivered' });
    expect(await getShopConversation(own, conversation_id)).toMatchObject({
      last_message_text: 'Hello?',
      unread_count: 2,
    });
  });
});

describe('a receipt that is faster than the answer to the send', () => {
  it('is kept, and the send ends well', async () => {
    const own = await makeShop();
    const switches = { account_id: own.accounts.msgapp, receipts: ['delivered'], status_before_reply: true };
    await callSimulator('POST', '/switches', switches);
    const sends = await Promise.all(
      Array.from({ length: 5 }, () => postMessage(own.key, { to: newPhone(), text: 'Hello' })),
    );
    for (const { status, json } of sends) {
      expect(status).toBe(201);
      await waitForStoredMessage(own, json.data.msgapp_message_id, { id: json.data.message_id, status: 'delivered' });
    }
  });
});

const statusOf = (message: StoredMessage, status: InboundStatus['status']): InboundStatus => ({
  kind: 'status',
  channel: 'msgapp',
  accountId: shop.accounts.msgapp,
  channelMessageId: message.channel_message_id ?? '',
  status,
  at: isoTime(Date.now()),
  ourMessageId: message.id,
  error: null,
});

/** Another message that was sent, made past the channel. */
const copyOf = async (message: StoredMessage, channelMessageId = `wamid.${randomUUID()}`): Promise<StoredMessage> => {
  const { last_receipt, ...rest } = message;
  const copy = { ...rest, id: newId(), status: 'sent' as const, channel_message_id: channelMessageId };
  await transact([newMessagePart(copy), channelMessagePart(copy, channelMessageId)]);
  return copy;
};
