import { beforeAll, describe, expect, it } from 'vitest';
import { updateConversation } from '../../../functions/domain/conversations/work-on.ts';
import {
  getShopConversation,
  listShopContacts,
  listShopMessages,
  makeShop,
  type Shop,
  simulateInbound,
  simulateInboundAndWait,
  waitForStoredMessage,
} from '../../support/channels/channels.ts';
import { call, makeKey } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { readStatuses } from '../../support/messages/conversation-status.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

describe('a further message', () => {
  it('last_inbound_at never moves back or into the future', async () => {
    const from = newPhone();
    const now = Math.floor(Date.now() / 1000);
    const { conversation_id } = await simulateInboundAndWait(shop, { from, timestamp: now - 100 });
    await simulateInboundAndWait(shop, { from, timestamp: now - 5_000, text: 'late' });
    const { last_inbound_at, last_message_text } = await getShopConversation(shop, conversation_id);
    expect(last_inbound_at).toBe(new Date((now - 100) * 1000).toISOString());
    expect(last_message_text).toBe('late');
    const { created_at } = await simulateInboundAndWait(shop, { from, timestamp: now + 100_000 });
    expect((await getShopConversation(shop, conversation_id)).last_inbound_at).toBe(created_at);
  });

  it('a message reopens a closed conversation and a pending one', async () => {
    const from = newPhone();
    const { conversation_id, contact_id } = await simulateInboundAndWait(shop, { from });
    await updateConversation(shop.id, conversation_id, { status: 'closed' });
    await simulateInboundAndWait(shop, { from });
    expect(await readStatuses(shop.id, { conversation_id, contact_id })).toEqual(['open', 'open', 'open']);
    await updateConversation(shop.id, conversation_id, { status: 'pending' });
    await simulateInboundAndWait(shop, { from });
    expect(await readStatuses(shop.id, { conversation_id, contact_id })).toEqual(['open', 'open', 'open']);
  });
});

it('a segment by activity, status or channel holds a contact who has written', async () => {
  const fresh = await makeShop();
  await call('POST', '/contacts', { key: fresh.key, body: { phone: newPhone(), tags: ['quiet'] } });
  const { contact_id } = await simulateInboundAndWait(fresh, { from: newPhone() });
  for (const [field, op, value] of [
    ['last_inbound_at', 'within_days', '1'],
    ['last_message_at', 'within_days', '1'],
    ['conversation_status', 'is', 'open'],
    ['channel', 'is', 'msgapp'],
  ]) {
    const loud = { field: 'tag', op: 'not_has', value: 'quiet' };
    const rules = [loud, { field, op, value }];
    const body = { name: field, kind: 'dynamic', filter: { match: 'all', rules } };
    const { json } = await call<{ data: { id: string } }>('POST', '/segments', { key: fresh.key, body });
    const members = await call<{ data: { id: string }[] }>('GET', `/segments/${json.data.id}/contacts`, fresh);
    expect(members.json.data.map(({ id }) => id)).toEqual([contact_id]);
  }
});

describe('message content', () => {
  const from = newPhone();

  it.each([
    ['interactive', { text: 'Yes' }, { content_type: 'interactive', content_text: 'Yes', interactive_reply_id: 'yes' }],
    ['unsupported', {}, { content_type: 'unsupported', content_text: null }],
  ])('a message of type %s is stored with its content', async (type, fields, expected) => {
    const { id, conversation_id } = await simulateInboundAndWait(shop, { from, type, ...fields });
    const key = await makeKey(shop.id);
    const listed = (await listShopMessages({ ...shop, key }, conversation_id)).find((message) => message.id === id);
    expect(listed).toMatchObject({ direction: 'inbound', status: 'delivered', ...expected });
    expect(listed?.media_url).toBeNull();
  });

  it('a reply names the message that it replies to, if that is in the same conversation', async () => {
    const question = await simulateInboundAndWait(shop, { from, text: 'Question' });
    const answer = await simulateInboundAndWait(shop, { from, text: 'More', reply_to: question.channel_message_id });
    expect(answer.reply_to_message_id).toBe(question.id);
    const stranger = await simulateInboundAndWait(shop, { from: newPhone(), reply_to: question.channel_message_id });
    expect(stranger.reply_to_message_id).toBeNull();
    const lost = await simulateInboundAndWait(shop, { from, reply_to: 'wamid.unknown' });
    expect(lost.reply_to_message_id).toBeNull();
  });
});

describe('edits, deletions and number changes', () => {
  it('the latest edit wins, whatever the order of arrival', async () => {
    const from = newPhone();
    const message = await simulateInboundAndWait(shop, { from, text: 'Helo' });
    const now = Math.floor(Date.now() / 1000);
    const edit = { from, type: 'edit', reply_to: message.channel_message_id };
    await simulateInbound(shop, { ...edit, text: 'Hello there', timestamp: now + 10 });
    await waitForStoredMessage(shop, message.channel_message_id ?? '', { content_text: 'Hello there' });
    await simulateInbound(shop, { ...edit, text: 'Hello', timestamp: now + 5 });
    await simulateInboundAndWait(shop, { from: newPhone() });
    const shown = { last_message_text: 'Hello there', unread_count: 1 };
    expect(await getShopConversation(shop, message.conversation_id)).toMatchObject(shown);
  });

  it('a customer with a new number stays the same contact', async () => {
    const fresh = await makeShop();
    const from = newPhone();
    const before = await simulateInboundAndWait(fresh, { from, name: 'Ana' });
    await simulateInbound(fresh, { from, type: 'system' });
    await expect.poll(async () => (await listShopContacts(fresh)).map(({ phone }) => phone)).toEqual([`${from}1`]);
    const after = await simulateInboundAndWait(fresh, { from: `${from}1` });
    expect(after.conversation_id).toBe(before.conversation_id);
    expect(await getShopConversation(fresh, after.conversation_id)).toMatchObject({ contact: { phone: `${from}1` } });
    // The old number is free for its next owner.
    const next = await simulateInboundAndWait(fresh, { from, wire: { from_user_id: 'DE.another' }, omit_from: false });
    expect(next.contact_id).not.toBe(before.contact_id);
  });
});
