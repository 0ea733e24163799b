import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { checkMessage } from '../../../functions/domain/messages/check-message.ts';
import { markSent } from '../../../functions/domain/messages/mark-sent.ts';
import { prepareSend } from '../../../functions/domain/messages/prepare-send.ts';
import { sendMessage } from '../../../functions/domain/messages/send-message.ts';
import type { Message } from '../../../functions/model/messages/message.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { updateLastMessage } from '../../../functions/table/messages/message-status.ts';
import { getShopConversation, listShopMessages, makeShop, type Shop } from '../../support/channels/channels.ts';
import {
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeQuietSender,
  makeSendingWorkspace,
  postMessage,
} from '../../support/channels/simulator.ts';
import { makeContact, newPhone, patchContact } from '../../support/contacts.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { listConversations } from '../../support/messages/conversations.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { closeWindows, hourMs, makeConversationWithReply } from '../../support/messages/reply-window.ts';
import {
  buildReceipt,
  buildText,
  loseResponse,
  type SentByChannel,
  sendAccepted,
} from '../../support/table/lost-responses.ts';

const timeInId = ({ id }: Message): string => isoTime(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

const receive = ({ accounts }: Shop, phone: string, text: string): Promise<void> =>
  processInbound({ item: newInboundText(accounts.msgapp, phone, text), postponements: 0 });

const prepare = async (shop: Shop, to: string, text: string, id = newId()) => {
  const outgoing = { to, name: undefined, content: { type: 'text' as const, text }, replyToMessageId: undefined };
  const prepared = await prepareSend({ workspaceId: shop.id, id, outgoing });
  if (prepared === 'conflict') throw new Error('The send met a conflict.');
  return prepared.message;
};

describe('the order of messages', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await makeShop();
  });

  it('a send that is accepted after the customer wrote again leaves only that message unread', async () => {
    const phone = newPhone();
    await receive(shop, phone, 'before');
    const sent = await prepare(shop, phone, 'answer');
    await receive(shop, phone, 'after');
    await markSent(sent, `wamid.${randomUUID()}`);
    const messages = await listShopMessages(shop, sent.conversation_id);
    expect(messages.map(({ content_text }) => content_text)).toEqual(['after', 'answer', 'before']);
    expect(messages.map(({ created_at }) => created_at)).toEqual(messages.map(timeInId));
    expect(await getShopConversation(shop, sent.conversation_id)).toMatchObject({
      last_message_text: 'after',
      last_message_at: messages[0]?.created_at,
      unread_count: 1,
    });
  });

  it('a send that is accepted after a later send changes neither the last message nor the unread count', async () => {
    const phone = newPhone();
    await receive(shop, phone, 'before');
    const [slow, fast] = [await prepare(shop, phone, 'slow'), await prepare(shop, phone, 'fast')];
    await markSent(fast, `wamid.${randomUUID()}`);
    await receive(shop, phone, 'after');
    await markSent(slow, `wamid.${randomUUID()}`);
    expect(await getShopConversation(shop, slow.conversation_id)).toMatchObject({
      last_message_text: 'after',
      unread_count: 1,
    });
  });

  it('a send that is accepted while a later one is being recorded does not raise the unread count', async () => {
    const phone = newPhone();
    await receive(shop, phone, 'before');
    const slow = await prepare(shop, phone, 'slow');
    await receive(shop, phone, 'between');
    const fast = await prepare(shop, phone, 'fast');
    await updateLastMessage(fast);
    await markSent(slow, `wamid.${randomUUID()}`);
    const read = { last_message_text: 'fast', unread_count: 0 };
    expect(await getShopConversation(shop, slow.conversation_id)).toMatchObject(read);
    await markSent(fast, `wamid.${randomUUID()}`);
    expect(await getShopConversation(shop, slow.conversation_id)).toMatchObject(read);
  });

  it('a send that is recorded again leaves a customer message unread that was stored after the first time', async () => {
    const phone = newPhone();
    await receive(shop, phone, 'before');
    const sent = await prepare(shop, phone, 'answer', deriveId(Date.now() + 60_000, phone));
    await updateLastMessage(sent);
    await receive(shop, phone, 'stored late');
    await markSent(sent, `wamid.${randomUUID()}`);
    expect(await getShopConversation(shop, sent.conversation_id)).toMatchObject({
      last_message_text: 'answer',
      unread_count: 1,
    });
  });
});

describe('the cost of a send', () => {
  it('a send to a new number takes one read, one transaction and four single writes', async () => {
    const { id } = await makeSendingWorkspace();
    const cost = await measureCost(() => sendMessage(id, newId(), buildText(newPhone(), { name: 'Ana' })));
    expect(cost).toMatchObject({ round_trips: 4, write_units: 15 });
  });
});

describe('the cost of a fallback template', () => {
  const fallbackTemplate = { name: 'hello_world', language: 'en_US' };

  it('a fallback that is not needed, or needed in a closed window, costs no round trip and no write', async () => {
    for (const hours of [1, 25]) {
      const { id, to } = await makeConversationWithReply(Date.now() - hours * hourMs);
      const measure = () => measureCost(() => sendMessage(id, newId(), buildText(to, { fallbackTemplate })));
      await measure();
      expect(await measure()).toMatchObject({ round_trips: 5, write_units: 9 });
    }
  });

  it('a fallback after a refusal costs one more write', async () => {
    const sender = await makeConversationWithReply(Date.now() - hourMs);
    await closeWindows(sender);
    const measure = () =>
      measureCost(() => sendMessage(sender.id, newId(), buildText(sender.to, { fallbackTemplate })));
    await measure();
    expect(await measure()).toMatchObject({ round_trips: 6, write_units: 10 });
  });
});

it('a receipt takes two reads and one write, and the first webhook of a minute one more for its account', async () => {
  const sender = await makeQuietSender();
  const measureReceipt = async () => {
    const item = buildReceipt(sender, await sendAccepted(sender));
    return measureCost(() => processInbound({ item, postponements: 0 }));
  };
  expect(await measureReceipt()).toMatchObject({ round_trips: 4, read_units: 2, write_units: 2 });
  expect(await measureReceipt()).toMatchObject({ round_trips: 3, read_units: 2, write_units: 1 });
});

it('a sent message is read once, and one without outcome is failed in one transaction and listed as failed', async () => {
  const sender = await makeQuietSender();
  const [sent, lost] = [await sendAccepted(sender), await loseResponse(sender)];
  const measureCheck = ({ message }: SentByChannel) =>
    measureCost(() =>
      checkMessage({ workspaceId: sender.id, conversationId: message.conversation_id, messageId: message.id }),
    );
  expect(await measureCheck(sent)).toMatchObject({ round_trips: 1, read_units: 1, write_units: 0 });
  expect(await measureCheck(lost)).toMatchObject({ round_trips: 3, write_units: 7 });
});

const firstPage = { limit: 100, after: undefined };
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

it('eight concurrent sends to a new number create one contact, one conversation and eight messages', async () => {
  const { id, key, number } = await makeSendingWorkspace();
  const to = newPhone();
  const responses = await Promise.all(
    range(8).map((index) => postMessage(key, { to, text: `Message ${index}`, name: 'Ana' })),
  );
  expect(responses.map(({ status }) => status)).toEqual(range(8).map(() => 201));
  expect(responses.filter(({ json }) => json.data.contact_created)).toHaveLength(1);
  expect(new Set(responses.map(({ json }) => json.data.contact_id)).size).toBe(1);
  expect(new Set(responses.map(({ json }) => json.data.conversation_id)).size).toBe(1);
  expect((await queryContacts(id, firstPage)).items).toHaveLength(1);
  expect(await listConversations(key)).toHaveLength(1);
  const messages = await listMessages(key, responses[0]?.json.data.conversation_id ?? '');
  expect(messages.map(({ content_text }) => content_text).sort()).toEqual(range(8).map((index) => `Message ${index}`));
  expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([8, 8]);
});

it('concurrent sends to a contact without conversation open one conversation', async () => {
  const { key } = await makeSendingWorkspace();
  const contact = await makeContact(key);
  const responses = await Promise.all(
    range(4).map((index) => postMessage(key, { to: contact.phone, text: `Message ${index}` })),
  );
  expect(responses.map(({ status }) => status)).toEqual(range(4).map(() => 201));
  expect(new Set(responses.map(({ json }) => json.data.conversation_id)).size).toBe(1);
  expect(responses.some(({ json }) => json.data.contact_created)).toBe(false);
});

it('after concurrent sends with names and an edit, the list, its times, the name and the last message agree', async () => {
  const { key } = await makeSendingWorkspace();
  const to = newPhone();
  const { data } = (await postMessage(key, { to, text: 'First' })).json;
  const sends = range(7).map((index) => postMessage(key, { to, text: `Message ${index}`, name: `Name ${index}` }));
  const edit = patchContact(key, data.contact_id, { company: 'Acme', tags: ['vip'] });
  expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(range(7).map(() => 201));
  const { json } = await edit;
  expect(json.data.company).toBe('Acme');
  const messages = await listMessages(key, data.conversation_id);
  expect(messages.map(({ created_at }) => created_at)).toEqual(messages.map(timeInId));
  const [last] = messages;
  const { contact, ...conversation } = await getConversation(key, data.conversation_id);
  const newest = { last_message_text: last?.content_text, last_message_at: last?.created_at, unread_count: 0 };
  expect(conversation).toMatchObject(newest);
  const stored = (await patchContact(key, data.contact_id, {})).json.data;
  expect(contact).toMatchObject({ name: stored.name, company: 'Acme', tags: stored.tags });
  expect(stored.name).toMatch(/^Name \d$/);
});
