import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { checkBroadcast } from '../../../functions/domain/broadcasts/check-broadcast.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import type { InboundItem, InboundMessage, InboundStatus } from '../../../functions/model/inbound/inbound.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMessage, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { findStoredMessage, makeShop, type Shop } from '../../support/channels/channels.ts';
import { countUsedMessages, makeQuietSender, type SendingWorkspace } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import {
  buildCheckJob,
  buildReceipt,
  loseResponse,
  runChecks,
  type SentByChannel,
  sendAccepted,
} from '../../support/table/lost-responses.ts';

let shop: Shop;
let sender: SendingWorkspace;
beforeAll(async () => {
  shop = await makeShop();
  sender = await makeQuietSender();
});

const newMessage = (phone: string, fields: Partial<InboundMessage> = {}): InboundMessage => ({
  ...newInboundText(shop.accounts.msgapp, phone, 'Hi'),
  from: { phone, channelUserId: `DE.${randomUUID()}`, name: 'Ana' },
  sentAt: isoTime(Date.now() - 1_000),
  ...fields,
});

const runItem = (item: InboundItem): Promise<void> => processInbound({ item, postponements: 0 });

/** A customer with one stored message, and the item to crash at. */
const prepareWithMessage = (toItem: (first: InboundMessage) => InboundItem) => async () => {
  const first = newMessage(newPhone());
  await runItem(first);
  return { first, item: toItem(first) };
};

const findState = async ({ channelMessageId, channel }: InboundMessage) => {
  const message = await findStoredMessage(shop, channelMessageId, channel);
  const { conversation_id = '', contact_id = '' } = message ?? {};
  const page = await queryPage(keys.message(conversation_id, '').pk, { limit: 10, after: undefined });
  return {
    message,
    conversation: await findConversation(shop.id, conversation_id),
    contact: await findContact(shop.id, contact_id),
    messageCount: page.items.filter(({ entity }) => entity === 'message').length,
  };
};

describe('processInbound that crashes', () => {
  it.each([
    ['msgapp', () => ({ phone: newPhone(), channelUserId: `DE.${randomUUID()}`, name: 'Ana' })],
    ['social', () => ({ phone: null, channelUserId: randomUUID(), name: null })],
  ] as const)('a crash at any call stores the first message of a customer on %s once', async (channel, newSender) => {
    const callCount = await crashAtEveryCall({
      prepare: async () => newMessage('', { channel, accountId: shop.accounts[channel], from: newSender() }),
      run: runItem,
      verify: async (item, { label }) => {
        const { message, conversation, contact, messageCount } = await findState(item);
        expect(message, label).toMatchObject({ content_text: 'Hi', contact_id: contact?.id });
        expect(conversation, label).toMatchObject({ unread_count: 1, last_message_text: 'Hi' });
        expect(contact?.phone, label).toBe(item.from.phone);
        expect(messageCount, label).toBe(1);
      },
    });
    expect(callCount).toBeGreaterThanOrEqual(3);
  });

  it('a crash at any call stores a further message once and counts it once', async () => {
    const reply = ({ from, channelMessageId }: InboundMessage) =>
      newMessage('', { from, text: 'Bye', replyToChannelMessageId: channelMessageId });
    await crashAtEveryCall({
      prepare: prepareWithMessage(reply),
      run: ({ item }) => runItem(item),
      verify: async ({ first }, { label }) => {
        const { conversation, messageCount } = await findState(first);
        expect(conversation, label).toMatchObject({ unread_count: 2, last_message_text: 'Bye' });
        expect(messageCount, label).toBe(2);
      },
    });
  });

  it.each([
    ['edit', { kind: 'edited', text: 'Hello' } as const, { content_text: 'Hello' }, 'Hello'],
    ['deletion', { kind: 'deleted' } as const, { content_text: 'Hi', deleted_at: expect.any(String) }, null],
  ])('a crash at any call applies an %s to the message and its conversation', async (_, change, expected, lastText) => {
    await crashAtEveryCall({
      prepare: prepareWithMessage(({ channel, accountId, channelMessageId }) => {
        return { channel, accountId, channelMessageId, at: isoTime(Date.now()), ...change };
      }),
      run: ({ item }) => runItem(item),
      verify: async ({ first }, { label }) => {
        const { message, conversation } = await findState(first);
        expect(message, label).toMatchObject(expected);
        expect(conversation, label).toMatchObject({ last_message_text: lastText, unread_count: 1 });
      },
    });
  });

  it('a crash at any call of a number change moves the contact to the new number and id', async () => {
    await crashAtEveryCall({
      prepare: async () => {
        const to = { phone: newPhone(), channelUserId: `DE.${randomUUID()}` };
        const toItem = ({ channel, accountId, from }: InboundMessage): InboundItem => {
          return { kind: 'number_changed', channel, accountId, from, to, at: isoTime(Date.now()) };
        };
        return { to, ...(await prepareWithMessage(toItem)()) };
      },
      run: ({ item }) => runItem(item),
      verify: async ({ first, to }, { label }) => {
        const byId = newMessage('', { from: { ...to, phone: null, name: null } });
        await runItem(byId);
        const { contact, messageCount } = await findState(first);
        expect(contact?.phone, label).toBe(to.phone);
        expect(messageCount, label).toBe(2);
      },
    });
  });

  it('a crash at any call postpones an item whose message is not stored yet', async () => {
    await crashAtEveryCall({
      prepare: async (): Promise<InboundItem> => ({
        ...{ kind: 'status', channel: 'msgapp', accountId: shop.accounts.msgapp, status: 'delivered', error: null },
        ...{ ourConversationId: newId(), ourMessageId: newId(), at: isoTime(Date.now()) },
        channelMessageId: `wamid.${randomUUID()}`,
      }),
      run: runItem,
      verify: async (item, { label }) => {
        const jobs = heldQueue.messages.map(({ queue, body, delaySeconds }) => ({ queue, body, delaySeconds }));
        const body = { v: 1, item, postponements: 1 };
        expect(jobs, label).toContainEqual({ queue: 'processInbound', body, delaySeconds: 2 });
      },
    });
  });
});

/** A send whose response was lost and whose check has failed it. */
const failUnknown = async (sender: SendingWorkspace): Promise<SentByChannel> => {
  const sent = await loseResponse(sender);
  await runChecks(buildCheckJob(sent.message));
  return sent;
};

const receive = (item: InboundStatus): Promise<void> => processInbound({ item, postponements: 0 });

const reread = ({ conversation_id, id }: StoredMessage) => findMessage(conversation_id, id);

const channelError = { code: 131026, message: 'Message undeliverable', details: null };

describe('processInbound that crashes at a receipt', () => {
  it.each([
    ['delivered', null],
    ['failed', channelError],
  ] as const)(
    'a crash at any call applies the receipt %s to its message and keeps the quota',
    async (status, error) => {
      const callCount = await crashAtEveryCall({
        prepare: async () => {
          const sent = await sendAccepted(sender);
          const receipt = { ...buildReceipt(sender, sent, status), error };
          return { ...sent, receipt, used: await countUsedMessages(sender.id) };
        },
        run: ({ receipt }) => receive(receipt),
        verify: async ({ message, receipt: { at }, used }, { label }) => {
          const receipt = { status, last_receipt: { status, at }, [`${status}_at`]: at };
          expect(await reread(message), label).toMatchObject({ ...receipt, ...(error ? { error } : {}) });
          const conversation = await findConversation(sender.id, message.conversation_id);
          expect(conversation?.last_message, label).toMatchObject({ status: error ? 'failed' : 'sent' });
          expect(await countUsedMessages(sender.id), label).toBe(used);
        },
      });
      expect(callCount).toBeGreaterThanOrEqual(3);
    },
  );

  it.each([
    ['whose response was lost', loseResponse, 0],
    ['that its check has failed and refunded', failUnknown, 1],
  ])('a crash at any call proves a send %s by its receipt and counts it once', async (_, send, refunded) => {
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const sent = await send(sender);
        return { ...sent, receipt: buildReceipt(sender, sent), used: await countUsedMessages(sender.id) };
      },
      run: ({ receipt }) => receive(receipt),
      verify: async ({ message, channelMessageId, receipt: { at }, used }, { label }) => {
        const stored = await reread(message);
        const proven = { status: 'delivered', delivered_at: at, channel_message_id: channelMessageId };
        expect(stored, label).toMatchObject(proven);
        expect(stored, label).not.toHaveProperty('error');
        expect(await countUsedMessages(sender.id), label).toBe(used + refunded);
        const complete = completeAcceptance(message, channelMessageId, 'delivered');
        expect(await findAcceptance(message, channelMessageId), label).toEqual(complete);
      },
    });
    // Two reads, the four writes of the acceptance, and the status.
    expect(callCount).toBe(7);
  });

  it('a crash at any call counts a receipt once for its broadcast, which its check completes at the latest', async () => {
    const time = startTestClock();
    const used = await countUsedMessages(sender.id);
    await crashAtEveryCall({
      prepare: async () => {
        const { broadcast, phone, message } = await quiet.storeWithoutResponse(sender.id);
        const sent = { message, channelMessageId: `wamid.${message.id}` };
        return { broadcast, phone, receipt: buildReceipt(sender, sent) };
      },
      run: ({ receipt }) => receive(receipt),
      verify: async ({ broadcast: { id }, phone }, { hasCrashed, label }) => {
        if (hasCrashed) {
          time.advanceTo(clock.now() + 5 * 60_000);
          await checkBroadcast({ workspaceId: sender.id, broadcastId: id, phone });
        }
        const counters = { pending_count: 0, sent_count: 1, delivered_count: 1, failed_count: 0 };
        expect(await getBroadcast(sender.id, id), label).toMatchObject({ ...counters, status: 'sent' });
      },
    });
    expect(await countUsedMessages(sender.id)).toBe(used);
  });
});
