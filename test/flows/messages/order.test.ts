import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { markSent } from '../../../functions/domain/messages/mark-sent.ts';
import { prepareSend } from '../../../functions/domain/messages/prepare-send.ts';
import type { Message } from '../../../functions/model/messages/message.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { deriveId, newId } from '../../../functions/platform/ids.ts';
import { updateLastMessage } from '../../../functions/table/messages/message-status.ts';
import { getShopConversation, listShopMessages, makeShop, type Shop } from '../../support/channels/channels.ts';
import { getConversation, listMessages, makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';

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
  it('after ten concurrent sends the list, its times and the last message of the conversation agree', async () => {
    const { key } = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'First' })).json;
    const sends = Array.from({ length: 10 }, (_, index) =>
      postMessage(key, { to, text: `Message ${index}`, name: `Name ${index}` }),
    );
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(sends.map(() => 201));
    const messages = await listMessages(key, data.conversation_id);
    expect(messages.map(({ created_at }) => created_at)).toEqual(messages.map(timeInId));
    expect(await getConversation(key, data.conversation_id)).toMatchObject({
      last_message_text: messages[0]?.content_text,
      last_message_at: messages[0]?.created_at,
      unread_count: 0,
    });
  });

  it('a send that is accepted after the customer wrote again leaves only that message unread', async () => {
    const [shop, phone] = [await makeShop(), newPhone()];
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
    const [shop, phone] = [await makeShop(), newPhone()];
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
    const [shop, phone] = [await makeShop(), newPhone()];
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
    const [shop, phone] = [await makeShop(), newPhone()];
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
