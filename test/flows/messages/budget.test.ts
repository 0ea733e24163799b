import { describe, expect, it } from 'vitest';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { checkMessage } from '../../../functions/domain/messages/check-message.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { costFields, withTrace } from '../../../functions/platform/log/invocation-trace.ts';
import { makeQuietSender, makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { closeWindows, hourMs, makeConversationWithReply } from '../../support/messages/reply-window.ts';
import { buildReceipt, findLastSent, loseResponse } from '../../support/table/lost-responses.ts';

/** The cost of the domain function alone, without authentication. */
const measureCost = (run: () => Promise<unknown>): Promise<Record<string, number>> =>
  withTrace(async () => {
    await run();
    return costFields();
  })(undefined, undefined);

const buildText = (to: string, fields: object = {}) => ({
  to,
  name: undefined,
  content: { type: 'text' as const, text: 'Hi' },
  replyToMessageId: undefined,
  ...fields,
});

describe('the cost of a send', () => {
  it('a send to a known contact takes two reads, a transaction of two parts and four single writes', async () => {
    const { id, key } = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'First', name: 'Ana' })).json;
    const cost = await measureCost(() => sendMessage(id, newId(), buildText(to)));
    expect(cost).toMatchObject({ round_trips: 5, write_units: 8 });
    const renamedReply = buildText(to, { name: 'Ana', replyToMessageId: data.message_id });
    expect(await measureCost(() => sendMessage(id, newId(), renamedReply))).toMatchObject({
      round_trips: 5,
      write_units: 8,
    });
  });

  it('a send to a new number takes one read, one transaction and four single writes', async () => {
    const { id } = await makeSendingWorkspace();
    const cost = await measureCost(() => sendMessage(id, newId(), buildText(newPhone(), { name: 'Ana' })));
    expect(cost).toMatchObject({ round_trips: 4, write_units: 14 });
  });
});

describe('the cost of a fallback template', () => {
  const fallbackTemplate = { name: 'hello_world', language: 'en_US' };

  it('a fallback that is not needed, or needed in a closed window, costs no round trip and no write', async () => {
    for (const hours of [1, 25]) {
      const { id, to } = await makeConversationWithReply(Date.now() - hours * hourMs);
      const measure = () => measureCost(() => sendMessage(id, newId(), buildText(to, { fallbackTemplate })));
      await measure();
      expect(await measure()).toMatchObject({ round_trips: 5, write_units: 8 });
    }
  });

  it('a fallback after a refusal costs one more write', async () => {
    const sender = await makeConversationWithReply(Date.now() - hourMs);
    await closeWindows(sender);
    const measure = () =>
      measureCost(() => sendMessage(sender.id, newId(), buildText(sender.to, { fallbackTemplate })));
    await measure();
    expect(await measure()).toMatchObject({ round_trips: 6, write_units: 9 });
  });
});

describe('the cost of a receipt', () => {
  it('a receipt takes two reads and one write, and the first webhook of a minute one more for its account', async () => {
    const sender = await makeQuietSender();
    const measureReceipt = async () => {
      await postMessage(sender.key, { to: newPhone(), text: 'Hi' });
      const item = buildReceipt(sender, await findLastSent(sender.id, sender.number));
      return measureCost(() => processInbound({ item, postponements: 0 }));
    };
    expect(await measureReceipt()).toMatchObject({ round_trips: 4, read_units: 2, write_units: 2 });
    expect(await measureReceipt()).toMatchObject({ round_trips: 3, read_units: 2, write_units: 1 });
  });
});

describe('the cost of the check of a send', () => {
  it('a sent message is read once, and a message without outcome is failed in one transaction', async () => {
    const sender = await makeQuietSender();
    const { data } = (await postMessage(sender.key, { to: newPhone(), text: 'Hi' })).json;
    const { message } = await loseResponse(sender);
    const measureCheck = (conversationId: string, messageId: string) =>
      measureCost(() => checkMessage({ workspaceId: sender.id, conversationId, messageId }));
    const sentCost = await measureCheck(data.conversation_id, data.message_id);
    expect(sentCost).toMatchObject({ round_trips: 1, read_units: 1, write_units: 0 });
    expect(await measureCheck(message.conversation_id, message.id)).toMatchObject({ round_trips: 2, write_units: 4 });
  });
});

describe('the cost of a list of conversations', () => {
  it('a page of 50 conversations with their contacts takes one query', async () => {
    const { id } = await makeSendingWorkspace();
    for (let count = 0; count < 51; count += 1) await makeConversation(id);
    const page = { limit: 50, after: undefined };
    expect(await measureCost(() => listConversations(id, {}, page))).toMatchObject({ round_trips: 1 });
    expect(await measureCost(() => listConversations(id, { status: 'open' }, page))).toMatchObject({ round_trips: 2 });
  });
});
