import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { InboundStatus } from '../../../functions/model/inbound/inbound.ts';
import { statusAfter } from '../../../functions/model/messages/message.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import {
  channelMessagePart,
  findMessage,
  newMessagePart,
  type StoredMessage,
} from '../../../functions/table/messages/messages.ts';
import {
  findStoredMessage,
  makeShop,
  type Shop,
  simulateInboundAndWait,
  waitForStoredMessage,
} from '../../support/channels/channels.ts';
import { postMessage } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

const sendText = async (text = 'Hello', to = newPhone()): Promise<StoredMessage & { channel_message_id: string }> => {
  const { json } = await postMessage(shop.key, { to, text });
  const message = await findStoredMessage(shop, json.data.msgapp_message_id);
  if (!message) throw new Error('The message was not sent.');
  return { ...message, channel_message_id: json.data.msgapp_message_id };
};

const receive = (item: InboundStatus, postponements = 0) => processInbound({ item, postponements });

describe('receipts', () => {
  it('a new receipt changes the message and a repeated one does not', async () => {
    const message = await sendText();
    const at = isoTime(Date.now());
    const receipt = (status: InboundStatus['status'], time = at) => ({ ...toReceipt(message, status), at: time });
    const lastReceipts: unknown[] = [];
    const later = isoTime(Date.now() + 1_000);
    for (const item of [receipt('sent'), receipt('delivered'), receipt('sent'), receipt('sent', later)]) {
      await receive(item);
      lastReceipts.push((await findMessage(message.conversation_id, message.id))?.last_receipt);
    }
    expect(lastReceipts).toEqual([
      { status: 'sent', at },
      { status: 'delivered', at },
      { status: 'delivered', at },
      { status: 'sent', at: later },
    ]);
  });

  it('receipts in any order and number leave the most advanced status', async () => {
    const statuses = ['sent', 'delivered', 'read', 'failed'] as const;
    const message = await sendText();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 6 }), async (reported) => {
        const copy = await storeCopy(message);
        await Promise.all(reported.map((status) => receive(toReceipt(copy, status))));
        const after = await findMessage(copy.conversation_id, copy.id);
        expect(after?.status).toBe(reported.reduce(statusAfter, 'sent'));
      }),
      {
        numRuns: 10,
        examples: [[['read', 'delivered', 'sent']], [['failed', 'sent']], [['delivered', 'failed', 'delivered']]],
      },
    );
  });

  it('a receipt for an unknown message is dropped without an error after its last attempt', async () => {
    const ourIds = { ourConversationId: null, ourMessageId: null };
    const stray = { ...toReceipt(await sendText(), 'read'), channelMessageId: 'wamid.stray', ...ourIds };
    await receive(stray, 7);
    await receive({ ...stray, ourMessageId: 'x'.repeat(500) }, 7);
    await receive({ ...stray, ourMessageId: randomUUID() }, 7);
    await receive({ ...stray, ourConversationId: randomUUID(), ourMessageId: randomUUID() }, 7);
  });

  it('a receipt from another workspace’s account does not change a message', async () => {
    const other = await makeShop();
    const message = await sendText();
    await receive({ ...toReceipt(message, 'read'), accountId: other.accounts.msgapp }, 7);
    expect(await findMessage(message.conversation_id, message.id)).toMatchObject({ status: 'sent' });
  });

  it('a receipt does not change an inbound message', async () => {
    const message = await simulateInboundAndWait(shop, { from: newPhone() });
    await receive(toReceipt(message, 'read'));
    expect(await findMessage(message.conversation_id, message.id)).toMatchObject({ status: 'delivered' });
  });

  it('a receipt that arrives before its message is applied once the message is stored', async () => {
    const message = await sendText();
    const id = `wamid.${randomUUID()}`;
    const ourIds = { ourConversationId: null, ourMessageId: null };
    await receive({ ...toReceipt(message, 'read'), channelMessageId: id, ...ourIds });
    await storeCopy(message, id);
    await waitForStoredMessage(shop, id, { status: 'read' });
  });
});

const toReceipt = (message: StoredMessage, status: InboundStatus['status']): InboundStatus => ({
  kind: 'status',
  channel: 'msgapp',
  accountId: shop.accounts.msgapp,
  channelMessageId: message.channel_message_id ?? '',
  status,
  at: isoTime(Date.now()),
  ourConversationId: message.conversation_id,
  ourMessageId: message.id,
  error: null,
});

const storeCopy = async (
  message: StoredMessage,
  channelMessageId = `wamid.${randomUUID()}`,
): Promise<StoredMessage> => {
  const { last_receipt, ...rest } = message;
  const copy = { ...rest, id: newId(), status: 'sent' as const, channel_message_id: channelMessageId };
  await transact([newMessagePart(copy), channelMessagePart(copy, channelMessageId)]);
  return copy;
};
