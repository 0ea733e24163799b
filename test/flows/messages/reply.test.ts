import { createHmac, randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { updateConversation } from '../../../functions/domain/conversations/work-on.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { reply } from '../../../functions/domain/messages/reply.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { Channel } from '../../../functions/model/channels/channel.ts';
import type { InboundStatus } from '../../../functions/model/inbound/inbound.ts';
import type { ReplyResult } from '../../../functions/model/messages/message.ts';
import type { ReplySender } from '../../../functions/model/messages/outgoing-message.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  findMessage,
  findMessageByChannelId,
  queryMessages,
  type StoredMessage,
} from '../../../functions/table/messages/messages.ts';
import { listShopMessages, makeShop, type Shop, waitForStoredMessage } from '../../support/channels/channels.ts';
import { callSimulator, countUsedMessages, getConversation, postMessage } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { hourMs } from '../../support/messages/reply-window.ts';
import { putAll } from '../../support/segments.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { buildCheckJob, runChecks } from '../../support/table/lost-responses.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

const newCustomer = (channel: Channel): string =>
  channel === 'msgapp' ? newPhone() : `77${randomInt(2 ** 40)}${channel === 'web' ? 'w' : '0'}`;

/** The customer writes; the stored message. */
const receive = async (channel: Channel, customer = newCustomer(channel)): Promise<StoredMessage> => {
  const channelMessageId = randomUUID();
  const from = { phone: channel === 'msgapp' ? customer : null, channelUserId: channel === 'msgapp' ? null : customer };
  const item = { ...newInboundText(shop.accounts[channel], customer, 'Hello?'), channel, channelMessageId };
  await processInbound({ item: { ...item, from: { ...from, name: null } }, postponements: 0 });
  const stored = await findMessageByChannelId(shop.id, channel, channelMessageId);
  if (!stored) throw new Error('The message of the customer was not stored.');
  return stored;
};

type Failure = { error: { code: string; message: string } };

const post = (conversationId: string, body: object, headers: Record<string, string> = {}) =>
  call<{ data: ReplyResult } & Failure>('POST', `/conversations/${conversationId}/messages`, {
    key: shop.key,
    body,
    headers,
  });

const replyHere = (conversationId: string, id = newId(), sender: ReplySender = { type: 'key' }) =>
  reply(shop.id, {
    id,
    conversationId,
    outgoing: { content: { type: 'text', text: 'Hi' }, replyToMessageId: undefined, seenMessageId: undefined },
    sender,
  });

/** The bodies that the channel accepted for this customer. */
const listSent = async (channel: Channel, conversationId: string): Promise<Record<string, unknown>[]> => {
  const path = `/sent?account_id=${shop.accounts[channel]}`;
  const { data } = await callSimulator<{ data: Record<string, unknown>[] }>('GET', path);
  return data.filter((body) => JSON.stringify(body).includes(conversationId));
};

const readInbox = async (conversationId: string) => {
  const item = await findItem(keys.conversation(shop.id, conversationId));
  const [status, [turn]] = [String(item?.['inbox_key']).split('#').at(-1), String(item?.['inbox_at'])];
  const part = status === 'open' ? `open-${turn === '0' ? 'ours' : 'theirs'}` : status;
  return { waits: item?.['waiting_since'], part };
};

const channels = ['msgapp', 'social', 'web'] as const;

describe('POST /conversations/{id}/messages', () => {
  it.each(channels)('a reply on %s is sent once, ends the wait and is counted unless it is free', async (channel) => {
    const { conversation_id: id, contact_id, id: quotedId } = await receive(channel);
    const used = await countUsedMessages(shop.id);
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { text: 'On Tuesday.', reply_to_message_id: quotedId, seen_message_id: quotedId };
    const { status, json } = await post(id, body, headers);
    const msgapp_message_id = channel === 'msgapp' ? expect.stringContaining('wamid.') : null;
    const ids = { conversation_id: id, contact_id, contact_created: false, msgapp_message_id };
    expect({ status, json }).toEqual({ status: 201, json: { data: { ...ids, message_id: expect.any(String) } } });
    expect((await post(id, body, headers)).json).toEqual(json);
    const [message] = await listShopMessages(shop, id);
    const expected = { id: json.data.message_id, sender_type: 'agent', status: 'sent', reply_to_message_id: quotedId };
    expect(message).toMatchObject({ ...expected, content_text: 'On Tuesday.' });
    const shown = { unread_count: 0, waiting_since: null, last_message_text: 'On Tuesday.' };
    expect(await getConversation(shop.key, id)).toMatchObject(shown);
    expect(await readInbox(id)).toEqual({ waits: undefined, part: 'open-theirs' });
    expect(await countUsedMessages(shop.id)).toBe(used + (channel === 'web' ? 0 : 1));
    expect(await listSent(channel, id)).toHaveLength(channel === 'web' ? 0 : 1);
  });

  it.each<[Channel, object, string]>([
    ['social', { type: 'template', template: { name: 'order_update', language: 'en_US' } }, 'template'],
    ['social', { type: 'document', media_url: 'https://example.com/a.pdf' }, 'on social'],
    ['web', { type: 'template', template: { name: 'order_update', language: 'en_US' } }, 'template'],
    ['web', { text: 'Hi', fallback_template: { name: 'order_update', language: 'en_US' } }, 'fallback_template'],
    ['web', { text: 'Hi', reply_to_message_id: newId() }, 'reply_to_message_id'],
  ])('on %s the body %j is refused with a reason', async (channel, body, reason) => {
    const { conversation_id: id } = await receive(channel);
    const { status, json } = await post(id, body);
    expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'bad_request' });
    expect(json.error.message).toContain(reason);
    expect((await queryMessages(id, { limit: 10, after: undefined })).items).toHaveLength(1);
  });

  it('a file is sent on social, and a document is shown on web', async () => {
    const social = await receive('social');
    const media_url = 'https://example.com/a.jpg';
    expect((await post(social.conversation_id, { type: 'image', media_url })).status).toBe(201);
    expect(await listSent('social', social.conversation_id)).toMatchObject([
      { message: { attachment: { type: 'image', payload: { url: media_url } } } },
    ]);
    const web = await receive('web');
    expect((await post(web.conversation_id, { type: 'document', media_url })).status).toBe(201);
    expect((await listShopMessages(shop, web.conversation_id))[0]).toMatchObject({ media_url, status: 'sent' });
  });

  it('nothing is sent if a newer message to the customer was not seen, however much the customer wrote after it', async () => {
    const received = await receive('web');
    const { conversation_id: id, id: seen_message_id } = received;
    const first = await post(id, { text: 'From Ana', seen_message_id });
    const later = Array.from({ length: 101 }, () => ({ ...received, id: newId() }));
    await putAll(later.map((message) => ({ ...keys.message(id, message.id), ...message })));
    const second = await post(id, { text: 'From Ben', seen_message_id });
    expect(second).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
    expect(second.headers.get('X-Newer-Message-Id')).toBe(first.json.data.message_id);
    expect((await post(id, { text: 'From Ben', seen_message_id: first.json.data.message_id })).status).toBe(201);
    const sent = (await listShopMessages(shop, id)).filter(({ direction }) => direction === 'outbound');
    expect(sent).toMatchObject([{ content_text: 'From Ben' }]);
  });
});

describe('a refusal on social', () => {
  it('it is quoted, kept as failed and given back, and the customer still waits', async () => {
    const { conversation_id: id, sent_at } = await receive('social', `${newCustomer('social')}5550001`);
    const used = await countUsedMessages(shop.id);
    const { status, json, headers } = await post(id, { text: 'Hi' });
    expect({ status, code: json.error.code }).toEqual({ status: 502, code: 'platform_error' });
    expect(json.error.message).toContain("This person isn't available right now");
    expect(headers.get('X-Channel-Error-Code')).toBe('551');
    expect((await listShopMessages(shop, id))[0]).toMatchObject({ status: 'failed', error: { code: '551' } });
    expect(await countUsedMessages(shop.id)).toBe(used);
    expect(await readInbox(id)).toEqual({ waits: sent_at, part: 'open-ours' });
  });

  it('after a day only members can answer, as human agents, and after seven days nobody', async () => {
    const { conversation_id: id } = await receive('social');
    const member: ReplySender = { type: 'member', userId: newId() };
    const replyAfter = async (hours: number, sender: ReplySender) => {
      const now = vi.spyOn(clock, 'now').mockReturnValue(Date.now() + hours * hourMs);
      return replyHere(id, newId(), sender).finally(() => now.mockRestore());
    };
    const refusal = { code: 'platform_error', headers: { 'X-Channel-Error-Code': '2534022' } };
    await expect(replyAfter(24.1, { type: 'key' })).rejects.toMatchObject(refusal);
    await expect(replyAfter(7 * 24 + 0.1, member)).rejects.toMatchObject(refusal);
    const sent = await replyAfter(7 * 24 - 0.1, member);
    expect(sent).toMatchObject({ status: 'sent', sent_by_member_id: member.userId });
    expect(await listSent('social', id)).toMatchObject([{ tag: 'HUMAN_AGENT', message: { text: 'Hi' } }]);
    expect(await listShopMessages(shop, id)).toHaveLength(2);
  });

  it('a lost response is unknown, fails after the check, and the echo of the message proves that it was sent', async () => {
    const { conversation_id: id } = await receive('social', `${newCustomer('social')}5550008`);
    const used = await countUsedMessages(shop.id);
    const { status, headers } = await post(id, { text: 'Hi' });
    expect({ status, code: headers.get('X-Channel-Error-Code') }).toEqual({ status: 502, code: 'outcome_unknown' });
    const messageId = headers.get('X-Message-Id') ?? '';
    const stored = await findMessage(id, messageId);
    if (!stored) throw new Error('The message was not stored.');
    await runChecks(buildCheckJob(stored));
    expect(await findMessage(id, messageId)).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
    expect(await countUsedMessages(shop.id)).toBe(used);
    const path = `/sent?ids=true&account_id=${shop.accounts.social}`;
    const { ids } = await callSimulator<{ ids: string[] }>('GET', path);
    const mid = ids.at(-1) ?? '';
    await callSimulator('POST', '/status', { message_id: mid, status: 'sent' });
    await waitForStoredMessage(shop, mid, { id: messageId, status: 'sent' }, 'social');
    expect(await countUsedMessages(shop.id)).toBe(used + 1);
    expect(await readInbox(id)).toEqual({ waits: undefined, part: 'open-theirs' });
  });
});

it('a reply over the plan is refused on social and free on web, and a lapsed subscription sends neither', async () => {
  const [social, web] = [await receive('social'), await receive('web')];
  const codes = async (plan: Parameters<typeof updateWorkspace>[1]) => {
    await updateWorkspace(shop.id, plan);
    const outcomes = [replyHere(social.conversation_id), replyHere(web.conversation_id)];
    return (await Promise.allSettled(outcomes)).map((settled) =>
      settled.status === 'fulfilled' ? settled.value.status : settled.reason.code,
    );
  };
  onTestFinished(async () => {
    await updateWorkspace(shop.id, { messages_per_month: null, subscription: 'active' });
  });
  expect(await codes({ messages_per_month: 0 })).toEqual(['plan_limit_reached', 'sent']);
  expect(await codes({ subscription: 'lapsed' })).toEqual(['subscription_lapsed', 'subscription_lapsed']);
});

describe('receipts of replies', () => {
  it('on social the channel reports delivered and read', async () => {
    const { conversation_id: id } = await receive('social');
    const { channel_message_id: mid, id: messageId } = await replyHere(id);
    for (const status of ['delivered', 'read'] as const) {
      await callSimulator('POST', '/status', { message_id: mid, status });
      await waitForStoredMessage(shop, mid ?? '', { id: messageId, status }, 'social');
    }
  });

  it('on web the server of the site reports delivered and read, signed like a message', async () => {
    const { conversation_id: id } = await receive('web');
    const { id: message_id } = await replyHere(id);
    const report = (fields: object, secret = shop.webSecret) => {
      const body = JSON.stringify({ account_id: shop.accounts.web, message_id, ...fields });
      const time = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      return call('POST', '/channels/web', { body, headers: { 'X-Web-Signature': `t=${time},v1=${signature}` } });
    };
    expect((await report({ status: 'read' }, 'guessed')).status).toBe(401);
    expect((await report({ status: 'failed' })).status).toBe(400);
    for (const status of ['delivered', 'read'] as const) {
      expect((await report({ status })).status).toBe(200);
      await waitForStoredMessage(shop, message_id, { status }, 'web');
    }
  });
});

const echo = (
  message: StoredMessage,
  channelMessageId: string,
  fields: Partial<InboundStatus> = {},
): InboundStatus => ({
  kind: 'status',
  channel: message.channel,
  accountId: shop.accounts[message.channel],
  channelMessageId,
  status: 'sent',
  at: isoTime(Date.now()),
  ourConversationId: message.conversation_id,
  ourMessageId: message.id,
  error: null,
  ...fields,
});

describe('the wait of a customer', () => {
  /** The first write after the channel has accepted the message. */
  const afterAcceptance = (conversationId: string) => writes(conversationId, 'last_message_text', 'UpdateExpression');

  it('who writes again while the reply is sent waits since then', async () => {
    const customer = newCustomer('social');
    const { conversation_id: id } = await receive('social', customer);
    const again: StoredMessage[] = [];
    actBefore(afterAcceptance(id), async () => {
      again.push(await receive('social', customer), await receive('social', customer));
    });
    await replyHere(id);
    expect(await readInbox(id)).toEqual({ waits: again[0]?.sent_at, part: 'open-ours' });
    expect(await findConversation(shop.id, id)).toMatchObject({ unread_count: 2, last_message_id: again[1]?.id });
  });

  it('a reply that is overtaken by a message of POST /messages ends the wait all the same', async () => {
    const to = newPhone();
    const { conversation_id: id } = await receive('msgapp', to);
    actBefore(afterAcceptance(id), () => postMessage(shop.key, { to, text: 'Automatic' }));
    await replyHere(id);
    expect(await readInbox(id)).toEqual({ waits: undefined, part: 'open-theirs' });
  });

  it('goes on if the channel could not deliver the reply, until that arrives after all', async () => {
    const customer = newCustomer('social');
    const { conversation_id: id } = await receive('social', customer);
    await replyHere(id);
    const first = await receive('social', customer);
    await receive('social', customer);
    const sent = await replyHere(id);
    const report = async (fields: Partial<InboundStatus>) => {
      const item = echo(sent, sent.channel_message_id ?? '', fields);
      await processInbound({ item, postponements: 0 });
      return readInbox(id);
    };
    const error = { code: 131026, message: 'Message undeliverable', details: null };
    const waiting = { waits: first.sent_at, part: 'open-ours' };
    expect(await report({ status: 'failed', error })).toEqual(waiting);
    expect(await report({ status: 'delivered' })).toEqual({ waits: undefined, part: 'open-theirs' });
  });

  it('is over although the reply before the last one failed, or the conversation is closed', async () => {
    const failed = async (conversationId: string) => {
      const sent = await replyHere(conversationId);
      return () => {
        const item = echo(sent, sent.channel_message_id ?? '', { status: 'failed' });
        return processInbound({ item, postponements: 0 });
      };
    };
    const [{ conversation_id: answered }, { conversation_id: closed }] = [
      await receive('social'),
      await receive('social'),
    ];
    const reports = [await failed(answered), await failed(closed)];
    await replyHere(answered);
    await updateConversation(shop.id, closed, { status: 'closed' });
    for (const report of reports) await report();
    expect(await readInbox(answered)).toEqual({ waits: undefined, part: 'open-theirs' });
    expect(await readInbox(closed)).toEqual({ waits: undefined, part: 'closed' });
  });

  it.each(['pending', 'closed'] as const)('a reply leaves a %s conversation that', async (status) => {
    const { conversation_id: id } = await receive('web');
    await updateConversation(shop.id, id, { status });
    const { id: last_message_id } = await replyHere(id);
    expect(await findConversation(shop.id, id)).toMatchObject({ status, last_message_id, unread_count: 0 });
    expect(await readInbox(id)).toEqual({ waits: undefined, part: status });
  });
});

describe('a reply that crashes', () => {
  it.each([
    // The conversation, two more reads, the transaction, the channel except on web, and four writes.
    ['social', 9],
    ['web', 8],
  ] as const)('a crash at any call on %s sends once at most, and a sent reply is complete', async (channel, calls) => {
    const cost = channel === 'web' ? 0 : 1;
    const callCount = await crashAtEveryCall({
      prepare: async () => ({ ...(await receive(channel)), replyId: newId(), used: await countUsedMessages(shop.id) }),
      run: ({ conversation_id, replyId }) => replyHere(conversation_id, replyId),
      verify: async ({ conversation_id: id, sent_at, replyId, used }, { label }) => {
        const sent = await listSent(channel, id);
        expect(sent.length, label).toBeLessThanOrEqual(1);
        let stored = await replyHere(id, replyId);
        expect(await countUsedMessages(shop.id), label).toBe(used + cost);
        if (sent.length === 1 && stored.status === 'sending') {
          await processInbound({ item: echo(stored, randomUUID()), postponements: 0 });
        } else if (stored.status === 'sending') {
          await runChecks(buildCheckJob(stored));
          expect(await countUsedMessages(shop.id), label).toBe(used);
        }
        stored = (await findMessage(id, replyId)) ?? stored;
        expect(stored.status, label).toBe(sent.length === 1 || channel === 'web' ? 'sent' : 'failed');
        const isAnswered = stored.status === 'sent';
        const expected = { waits: isAnswered ? undefined : sent_at, part: isAnswered ? 'open-theirs' : 'open-ours' };
        expect(await readInbox(id), label).toEqual(expected);
      },
    });
    expect(callCount).toBe(calls);
  });

  it('the check completes a reply on web that a crash left unfinished', async () => {
    const { conversation_id: id } = await receive('web');
    const replyId = newId();
    const failure = actBefore(writes(id, 'last_message_text'), () => Promise.reject(new Error('The worker crashed.')));
    await expect(replyHere(id, replyId)).rejects.toThrow('crashed');
    expect(failure.hasActed()).toBe(true);
    const stored = await findMessage(id, replyId);
    expect(stored).toMatchObject({ status: 'sending' });
    if (stored) await runChecks(buildCheckJob(stored));
    expect(await findMessage(id, replyId)).toMatchObject({ status: 'sent' });
    expect(await readInbox(id)).toEqual({ waits: undefined, part: 'open-theirs' });
  });
});
