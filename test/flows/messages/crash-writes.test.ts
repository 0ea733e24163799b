import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { toSendResult } from '../../../functions/domain/messages/send-outcome.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { findMessage, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { completeAcceptance, findAcceptance } from '../../support/acceptance.ts';
import {
  countUsedMessages,
  listSentBodies,
  makeQuietSender,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import {
  buildCheckJob,
  buildReceipt,
  buildText,
  findLastSent,
  runChecks,
  type SentByChannel,
} from '../../support/table/lost-responses.ts';

const receiveText = ({ number }: SendingWorkspace, phone: string, text: string): Promise<void> =>
  processInbound({ item: newInboundText(number.id, phone, text), postponements: 0 });

const receiveReceipt = (sender: SendingWorkspace, sent: SentByChannel): Promise<void> =>
  processInbound({ item: buildReceipt(sender, sent), postponements: 0 });

const sendText = ({ id: workspaceId }: SendingWorkspace, to: string, id = newId()): Promise<StoredMessage> =>
  sendMessage(workspaceId, id, buildText(to));

/** A customer who has written, so the send has an unread message to clear. */
const newCustomer = async (sender: SendingWorkspace): Promise<string> => {
  const phone = newPhone();
  await receiveText(sender, phone, 'Hello?');
  return phone;
};

/** The single writes after the acceptance, by a part of their keys. */
const writes = {
  pointer: '#CHANNEL_MESSAGE#',
  conversation: '#CONVERSATION"',
  contact: '#CONTACT"',
  message: '"CONVERSATION#',
} as const;

type Write = keyof typeof writes;

const isUpdateOf = (write: Write, input: object): boolean =>
  'UpdateExpression' in input && 'Key' in input && JSON.stringify(input.Key).includes(writes[write]);

/** Until the returned function is called, these writes fail without an effect. */
const failWrites = (failing: readonly Write[]): (() => void) => {
  const send = table.send.bind(table) as (command: { input: object }) => Promise<unknown>;
  const spy = vi
    .spyOn(table, 'send')
    .mockImplementation(((command: { input: object }) =>
      failing.some((write) => isUpdateOf(write, command.input))
        ? Promise.reject(new Error('The worker crashed.'))
        : send(command)) as never);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
};

const besides = ['pointer', 'conversation', 'contact'] as const;

/** The message and each choice of the writes before it. */
const crashes = Array.from({ length: 8 }, (_, bits) => {
  const missing: Write[] = [...besides.filter((_, index) => bits & (1 << index)), 'message'];
  return { missing, writes: missing.join(', ') };
});

/** Of the writes before it, none or all. */
const extremes = [crashes.slice(0, 1), crashes.slice(-1)].flat();

describe('a send that crashes', () => {
  let sender: SendingWorkspace;
  beforeAll(async () => {
    sender = await makeQuietSender();
  });

  it('a crash at any call sends once at most, leaves no message sent but incomplete, and a receipt completes it', async () => {
    const callCount = await crashAtEveryCall({
      prepare: async () => ({ to: await newCustomer(sender), id: newId(), used: await countUsedMessages(sender.id) }),
      run: ({ to, id }) => sendText(sender, to, id),
      verify: async ({ to, id, used }, { label }) => {
        const bodies = (await listSentBodies(sender.number)).filter((body) => body['to'] === to);
        expect(bodies.length, label).toBeLessThanOrEqual(1);
        const stored = await sendText(sender, to, id);
        expect(await countUsedMessages(sender.id), label).toBe(used + 1);
        if (bodies.length === 0) {
          await runChecks(buildCheckJob(stored));
          expect(await findMessage(stored.conversation_id, id), label).toMatchObject({ status: 'failed' });
          expect(await countUsedMessages(sender.id), label).toBe(used);
          return;
        }
        const sent = await findLastSent(sender.id, sender.number);
        expect(sent.message.id, label).toBe(id);
        const complete = completeAcceptance(stored, sent.channelMessageId);
        if (stored.status === 'sent')
          expect(await findAcceptance(stored, sent.channelMessageId), label).toEqual(complete);
        else expect(stored, label).toMatchObject({ status: 'sending', channel_message_id: null });
        await receiveReceipt(sender, sent);
        const delivered = { ...complete, status: 'delivered' };
        expect(await findAcceptance(stored, sent.channelMessageId), label).toEqual(delivered);
        expect(await countUsedMessages(sender.id), label).toBe(used + 1);
      },
    });
    // Two reads, the transaction, the channel, and four writes.
    expect(callCount).toBe(8);
  });

  it.each(crashes)('a receipt completes an accepted send that a crash left without $writes', async ({ missing }) => {
    const to = await newCustomer(sender);
    const stopFailing = failWrites(missing);
    const message = await sendText(sender, to);
    stopFailing();
    const { id } = message;
    const sent = await findLastSent(sender.id, sender.number);
    // The caller is told that it was sent, so as not to repeat it.
    expect(toSendResult(message)).toMatchObject({ message_id: id, msgapp_message_id: sent.channelMessageId });
    expect(sent.message).toMatchObject({ id, status: 'sending', channel_message_id: null });
    await receiveReceipt(sender, sent);
    const complete = completeAcceptance(sent.message, sent.channelMessageId, 'delivered');
    expect(await findAcceptance(sent.message, sent.channelMessageId)).toEqual(complete);
  });

  it.each(extremes)(
    'a check and a late receipt count an accepted send once that a crash left without $writes',
    async ({ missing }) => {
      const used = await countUsedMessages(sender.id);
      const stopFailing = failWrites(missing);
      await sendText(sender, newPhone());
      stopFailing();
      const sent = await findLastSent(sender.id, sender.number);
      await runChecks(buildCheckJob(sent.message));
      expect(await countUsedMessages(sender.id)).toBe(used);
      await Promise.all([receiveReceipt(sender, sent), receiveReceipt(sender, sent)]);
      const complete = completeAcceptance(sent.message, sent.channelMessageId, 'delivered');
      expect(await findAcceptance(sent.message, sent.channelMessageId)).toEqual(complete);
      expect(await countUsedMessages(sender.id)).toBe(used + 1);
    },
  );

  it.each(extremes)(
    'a customer who writes after a crash that left a send without $writes has one unread message',
    async ({ missing }) => {
      const to = await newCustomer(sender);
      const stopFailing = failWrites(missing);
      await sendText(sender, to);
      stopFailing();
      await receiveText(sender, to, 'Anybody there?');
      const sent = await findLastSent(sender.id, sender.number);
      const before = await findAcceptance(sent.message, sent.channelMessageId);
      await receiveReceipt(sender, sent);
      const { lastMessageId, contactLastMessageAt } = before;
      expect(lastMessageId).not.toBe(sent.message.id);
      expect(await findAcceptance(sent.message, sent.channelMessageId)).toEqual({
        ...completeAcceptance(sent.message, sent.channelMessageId, 'delivered'),
        lastMessageId,
        contactLastMessageAt,
        unread: 1,
      });
    },
  );
});
