import { describe, expect, it } from 'vitest';
import { toEffects } from '../../../functions/domain/changes.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { checkMessage } from '../../../functions/domain/messages/check-message.ts';
import { sendAwayMessage } from '../../../functions/domain/messages/send-away-message.ts';
import { updateRouting } from '../../../functions/domain/routing/routing.ts';
import { createTeam } from '../../../functions/domain/teams/teams.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { InboundMessage } from '../../../functions/model/inbound/inbound.ts';
import type { OfficeHours } from '../../../functions/model/routing/office-hours.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findAccountPointer } from '../../../functions/table/channels/accounts.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  findMessageByChannelId,
  queryMessages,
  type StoredMessage,
} from '../../../functions/table/messages/messages.ts';
import { makeShop, type Shop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import {
  connectNumber,
  countUsedMessages,
  listMessages,
  listSentBodies,
  makeQuietSender,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { buildCheckJob, runChecks } from '../../support/table/lost-responses.ts';

const dayMs = 86_400_000;

const text = 'We are away until Monday.';

const on = { is_active: true, text: null };

const away_message = { text, channels: { msgapp: on, social: on, web: { is_active: true, text: 'Gone fishing.' } } };

const week = (spans: OfficeHours['week']['monday']): OfficeHours['week'] => ({
  ...{
    monday: spans,
    tuesday: spans,
    wednesday: spans,
    thursday: spans,
    friday: spans,
    saturday: spans,
    sunday: spans,
  },
});

const closed: OfficeHours = { time_zone: 'UTC', week: week([]), holidays: [] };

const open: OfficeHours = { ...closed, week: week([{ from: '00:00', to: '24:00' }]) };

/** Yesterday was the only day that was open. */
const openYesterday = (): OfficeHours => ({
  ...closed,
  holidays: [{ date: isoTime(Date.now() - dayMs).slice(0, 10), name: '', spans: [{ from: '00:00', to: '24:00' }] }],
});

const makeAwaySender = async (office_hours = closed): Promise<SendingWorkspace> => {
  const sender = await makeQuietSender();
  await updateRouting(sender.id, { office_hours, away_message });
  return sender;
};

const receive = async (
  { id, number }: SendingWorkspace,
  phone = newPhone(),
  fields: Partial<InboundMessage> = {},
): Promise<StoredMessage> => {
  const item = { ...newInboundText(number.id, phone, 'Hello?'), ...fields };
  await processInbound({ item, postponements: 0 });
  const message = await findMessageByChannelId(id, 'msgapp', item.channelMessageId);
  if (!message) throw new Error('The message is not stored.');
  return message;
};

const findThread = async ({ conversation_id }: StoredMessage) =>
  (await queryMessages(conversation_id, { limit: 50, after: undefined }, 'strong')).items.toReversed();

const findAwayMessages = async (message: StoredMessage) =>
  (await findThread(message)).filter(({ is_away }) => is_away === true);

const away = { direction: 'outbound', sender_type: 'bot', content_text: text, status: 'sent' };

describe('an away message', () => {
  it.each([
    ['msgapp', text],
    ['social', text],
    ['web', 'Gone fishing.'],
  ] as const)('answers a customer on %s once, with the text of the channel', async (channel, content_text) => {
    const shop: Shop = await makeShop();
    const routing = { office_hours: closed, away_message };
    expect(await call('PATCH', '/routing', { key: shop.key, body: routing })).toMatchObject({ status: 200 });
    const first = await simulateInboundAndWait(shop, { channel, from: newPhone(), text: 'Hello?' });
    await expect.poll(() => findThread(first)).toMatchObject([{ id: first.id }, { ...away, content_text }]);
  });

  it('leaves the conversation waiting, unread, unassigned and with what the customer wrote', async () => {
    const sender = await makeAwaySender();
    const message = await receive(sender);
    await expect.poll(() => findAwayMessages(message)).toMatchObject([away]);
    expect(await findConversation(sender.id, message.conversation_id)).toMatchObject({
      waiting_since: message.sent_at,
      unseen: expect.any(String),
      ...{ unread_count: 1, assigned_agent_id: null, status: 'open', last_message_id: message.id },
    });
    const [public_message] = await listMessages(sender.key, message.conversation_id);
    expect(public_message).toMatchObject({ sender_type: 'bot', content_text: text });
    expect(await countUsedMessages(sender.id)).toBe(1);
  });

  it('is one per absence, also to an automatic responder and to messages at once', async () => {
    const sender = await makeAwaySender();
    const phone = newPhone();
    const first = await receive(sender, phone);
    await Promise.all(Array.from({ length: 4 }, () => receive(sender, phone)));
    for (let answers = 0; answers < 3; answers += 1) await receive(sender, phone, { text });
    await expect.poll(() => findAwayMessages(first)).toMatchObject([away]);
    expect((await findThread(first)).filter(({ away_message_id }) => away_message_id)).toHaveLength(1);
  });

  it('is one for a customer whose first messages come at once', async () => {
    const sender = await makeAwaySender();
    const phone = newPhone();
    const [first] = await Promise.all(Array.from({ length: 4 }, () => receive(sender, phone)));
    if (!first) throw new Error('Nothing was received.');
    expect((await findThread(first)).filter(({ away_message_id }) => away_message_id)).toHaveLength(1);
  });

  it('comes once in each absence', async () => {
    const sender = await makeAwaySender(openYesterday());
    const phone = newPhone();
    const first = await receive(sender, phone);
    expect((await receive(sender, phone)).away_message_id).toBe(undefined);
    const Key = keys.conversation(sender.id, first.conversation_id);
    await updateIf({ Key, ...assign({ away_at: isoTime(Date.now() - 2 * dayMs) }) });
    expect((await receive(sender, phone)).away_message_id).not.toBe(undefined);
  });

  it.each([
    ['closed while the workspace is open', open, closed, 1],
    ['open while the workspace is closed', closed, open, 0],
    ['closed in a workspace without office hours', null, closed, 1],
    ['without hours of its own in a closed workspace', closed, null, 1],
  ] as const)('follows the hours of the team: %s', async (_, ofWorkspace, ofTeam, count) => {
    const sender = await makeQuietSender();
    const phone = newPhone();
    const before = await receive(sender, phone);
    const { id: team_id } = await createTeam(sender.id, newId(), { name: 'Billing', office_hours: ofTeam });
    const path = `/conversations/${before.conversation_id}`;
    expect(await call('PATCH', path, { key: sender.key, body: { team_id } })).toMatchObject({ status: 200 });
    await updateRouting(sender.id, { office_hours: ofWorkspace, away_message });
    const due = await receive(sender, phone);
    expect(due.away_message_id === undefined ? 0 : 1).toBe(count);
    await sendAwayMessage(due);
    expect(await findAwayMessages(due)).toHaveLength(count);
  });

  it('comes on a number that is connected while it is turned on', async () => {
    const workspace = await makeWorkspace();
    const routing = { office_hours: closed, away_message };
    const [number] = await Promise.all([connectNumber(workspace.id), updateRouting(workspace.id, routing)]);
    expect((await receive({ ...workspace, number })).away_message_id).not.toBe(undefined);
  });

  it('is not sent again after a member answered without reading it', async () => {
    const sender = await makeAwaySender();
    const message = await receive(sender);
    await expect.poll(() => findAwayMessages(message)).toMatchObject([away]);
    const body = { text: 'Here I am.', seen_message_id: message.id };
    const path = `/conversations/${message.conversation_id}/messages`;
    expect(await call('POST', path, { key: sender.key, body })).toMatchObject({ status: 201 });
    const conversation = await findConversation(sender.id, message.conversation_id);
    expect([conversation?.waiting_since, conversation?.unread_count]).toEqual([undefined, 0]);
  });
});

describe('no away message is due', () => {
  const outcomeOf = async (sender: SendingWorkspace, fields: Partial<InboundMessage> = {}, phone = newPhone()) =>
    (await receive(sender, phone, fields)).away_message_id;

  it('in office hours, without office hours, and where it is off', async () => {
    expect(await outcomeOf(await makeAwaySender(open))).toBe(undefined);
    const sender = await makeQuietSender();
    await updateRouting(sender.id, { away_message });
    expect(await outcomeOf(sender)).toBe(undefined);
    const channels = { ...away_message.channels, msgapp: { is_active: false, text: null } };
    await updateRouting(sender.id, { office_hours: closed, away_message: { text, channels } });
    expect(await outcomeOf(sender)).toBe(undefined);
  });

  it('in answer to an opt-out, or to a customer who opted out before', async () => {
    const sender = await makeAwaySender();
    const phone = newPhone();
    expect(await outcomeOf(sender, { text: 'STOP' }, phone)).toBe(undefined);
    expect(await outcomeOf(sender, { text: 'Hello?' }, phone)).toBe(undefined);
  });

  it('in answer to a reaction, or to a message that is a day late', async () => {
    const sender = await makeAwaySender();
    expect(await outcomeOf(sender, { contentType: 'reaction', text: '👍' })).toBe(undefined);
    expect(await outcomeOf(sender, { sentAt: isoTime(Date.now() - dayMs) })).toBe(undefined);
    expect(await outcomeOf(sender, { sentAt: isoTime(Date.now() - dayMs + 60_000) })).not.toBe(undefined);
  });

  it('to a conversation that we began, until the customer answers', async () => {
    const sender = await makeAwaySender();
    const phone = newPhone();
    const template = { name: 'order_update', language: 'en_US', params: ['Ana', 'A-17'] };
    const { json } = await call<{ data: { conversation_id: string } }>('POST', '/messages', {
      ...{ key: sender.key, body: { to: phone, type: 'template', template } },
    });
    const { items } = await queryMessages(json.data.conversation_id, { limit: 9, after: undefined }, 'strong');
    expect(items).toMatchObject([{ sender_type: 'agent' }]);
    expect(await outcomeOf(sender, {}, phone)).not.toBe(undefined);
  });

  it('on a number that was connected while the away message was on, once it is off', async () => {
    const workspace = await makeWorkspace();
    await updateRouting(workspace.id, { office_hours: closed, away_message });
    const sender = { ...workspace, number: await connectNumber(workspace.id) };
    expect(await outcomeOf(sender)).not.toBe(undefined);
    const off = { is_active: false, text: null };
    await updateRouting(sender.id, { away_message: { text, channels: { msgapp: off, social: off, web: off } } });
    expect(await outcomeOf(sender)).toBe(undefined);
    expect(await findAccountPointer('msgapp', sender.number.id)).toMatchObject({ answersAway: false });
  });
});

describe('an away message that is due is not sent', () => {
  /** The state before the stream is read. */
  const makeDue = async (sender: SendingWorkspace, phone = newPhone()): Promise<StoredMessage> => {
    await updateRouting(sender.id, { office_hours: null, away_message });
    const message = await receive(sender, phone);
    await updateRouting(sender.id, { office_hours: closed });
    const away_message_id = newId();
    await updateIf({ Key: keys.message(message.conversation_id, message.id), ...assign({ away_message_id }) });
    return { ...message, away_message_id };
  };

  it.each<[string, (sender: SendingWorkspace, due: StoredMessage) => Promise<unknown>]>([
    ['once it has opened', ({ id }) => updateRouting(id, { office_hours: open })],
    [
      'in the absence after its own',
      ({ id }, due) => {
        due.created_at = isoTime(Date.now() - 2 * dayMs);
        return updateRouting(id, { office_hours: openYesterday() });
      },
    ],
    ['once it is turned off', ({ id }) => updateRouting(id, { office_hours: null })],
    ['once the customer opted out', (sender, due) => patch(sender, `/contacts/${due.contact_id}`, { opted_out: true })],
    [
      'once somebody has closed the conversation',
      (s, due) => patch(s, `/conversations/${due.conversation_id}`, { status: 'closed' }),
    ],
    ['once the contact is erased', ({ key }, due) => call('DELETE', `/contacts/${due.contact_id}`, { key })],
    ['once the plan is used up', ({ id }) => updateWorkspace(id, { messages_per_month: 0 })],
  ])('%s', async (_, change) => {
    const sender = await makeQuietSender();
    const due = await makeDue(sender);
    await change(sender, due);
    await sendAwayMessage(due);
    expect(await findAwayMessages(due)).toEqual([]);
    expect(await listSentBodies(sender.number)).toEqual([]);
  });

  const patch = async ({ key }: SendingWorkspace, path: string, body: object) => {
    expect(await call('PATCH', path, { key, body })).toMatchObject({ status: 200 });
  };

  it('twice, by jobs that are repeated, or after a crash at any call of its own', async () => {
    const sender = await makeQuietSender();
    const callCount = await crashAtEveryCall({
      prepare: async () => {
        const phone = newPhone();
        return { phone, due: await makeDue(sender, phone), used: await countUsedMessages(sender.id) };
      },
      run: ({ due }) =>
        checkMessage({ workspaceId: sender.id, conversationId: due.conversation_id, messageId: due.id }),
      verify: async ({ phone, due, used }, { hasCrashed, label }) => {
        await sendAwayMessage(due);
        const bodies = (await listSentBodies(sender.number)).filter(({ to }) => to === phone);
        expect(bodies.length, label).toBeLessThanOrEqual(1);
        const [stored, ...others] = await findAwayMessages(due);
        if (!stored) throw new Error(`No away message is stored ${label}.`);
        expect([stored.id, others, await countUsedMessages(sender.id)], label).toEqual([
          due.away_message_id,
          [],
          used + 1,
        ]);
        if (!hasCrashed) expect(stored, label).toMatchObject(away);
        if (stored.status === 'sending') await runChecks(buildCheckJob(stored));
        if (bodies.length === 0) expect(await countUsedMessages(sender.id), label).toBe(used);
        const conversation = await findConversation(sender.id, due.conversation_id);
        expect(conversation, label).toMatchObject({ unread_count: 1, last_message_id: due.id });
      },
    });
    // The message, four reads of the rule, four of the send, the transaction, the channel, and two writes.
    expect(callCount).toBeLessThanOrEqual(13);
  });

  it('under two ids, when what stores the message crashes at any call', async () => {
    const sender = await makeAwaySender();
    await crashAtEveryCall({
      prepare: async () => ({ item: newInboundText(sender.number.id, newPhone(), 'Hello?') }),
      run: ({ item }) => processInbound({ item, postponements: 0 }),
      verify: async ({ item }, { label }) => {
        const message = await findMessageByChannelId(sender.id, 'msgapp', item.channelMessageId);
        if (!message) throw new Error(`The message is not stored ${label}.`);
        const { jobs } = toEffects({ before: undefined, after: { ...message, entity: 'message' } });
        expect(jobs, label).toMatchObject([{ queue: 'checkMessage', body: { messageId: message.id } }]);
        await expect.poll(() => findAwayMessages(message)).toMatchObject([{ ...away, id: message.away_message_id }]);
      },
    });
  });
});
