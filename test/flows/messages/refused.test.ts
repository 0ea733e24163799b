import { describe, expect, it } from 'vitest';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import {
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
} from '../../support/simulator.ts';

const everything = { limit: 100, after: undefined };

describe('a send that cannot go', () => {
  it.each([
    ['a number that is none', { to: 'abc', text: 'Hi' }, 'phone number'],
    ['a number that is too short', { to: '12345', text: 'Hi' }, 'phone number'],
    ['no text', { to: '+4915112345678' }, '"text"'],
    ['no media', { to: '+4915112345678', type: 'image' }, '"media_url"'],
    ['no template', { to: '+4915112345678', type: 'template' }, '"template"'],
  ])('is refused for %s, and changes nothing', async (_, body, hint) => {
    const { id, key, number } = await makeSendingWorkspace();
    const answer = await postMessage(key, body);
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
    expect(answer.json.error?.message).toContain(hint);
    expect((await queryContacts(id, everything)).items).toEqual([]);
    expect([await listSentBodies(number), await countUsedMessages(id)]).toEqual([[], 0]);
  });

  it('is refused in a workspace without a number, and makes no contact', async () => {
    const { id, key } = await makeWorkspace();
    const answer = await postMessage(key, { to: newPhone(), text: 'Hi' });
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'msgapp_not_configured' } } });
    expect((await queryContacts(id, everything)).items).toEqual([]);
  });

  it('is refused for its body before it is for the missing number', async () => {
    const { key } = await makeWorkspace();
    expect(await postMessage(key, { to: 'abc', text: 'Hi' })).toMatchObject({
      json: { error: { code: 'bad_request' } },
    });
  });
});

describe('the plan', () => {
  it('refuses with a lapsed subscription, and lets reading go on', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    const { data } = (await postMessage(key, { to: newPhone(), text: 'Hi' })).json;
    await updateWorkspace(id, { subscription: 'lapsed' });
    expect(await postMessage(key, { to: newPhone(), text: 'Hi' })).toMatchObject({
      status: 402,
      json: { error: { code: 'subscription_lapsed' } },
    });
    expect(await listMessages(key, data.conversation_id)).toHaveLength(1);
    expect(await listSentBodies(number)).toHaveLength(1);
  });

  it("refuses what goes beyond the month's messages, and makes no contact for it", async () => {
    const { id, key, number } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 2 });
    await postMessage(key, { to: newPhone(), text: 'One' });
    await postMessage(key, { to: newPhone(), text: 'Two' });
    expect(await postMessage(key, { to: newPhone(), text: 'Three' })).toMatchObject({
      status: 402,
      json: { error: { code: 'plan_limit_reached', message: expect.stringContaining("The plan's 2 messages") } },
    });
    expect((await queryContacts(id, everything)).items).toHaveLength(2);
    expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([2, 2]);
  });

  it.each([0, null])('with %s messages a month is what it says', async (limit) => {
    const { id, key } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: limit });
    expect((await postMessage(key, { to: newPhone(), text: 'One' })).status).toBe(limit === null ? 201 : 402);
  });

  it('counts anew each month', async () => {
    const { id, key } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 1 });
    await updateIf({ Key: keys.monthlyUsage(id, '2025-01'), ...assign({ messages_used: 1 }) });
    expect((await postMessage(key, { to: newPhone(), text: 'One' })).status).toBe(201);
  });
});

describe('the 24-hour window', () => {
  const hourMs = 60 * 60 * 1000;

  const conversationOf = async (lastInboundMs: number) => {
    const sender = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(sender.key, { to, text: 'One' })).json;
    await updateIf({
      Key: keys.conversation(sender.id, data.conversation_id),
      ...assign({ last_inbound_at: isoTime(lastInboundMs) }),
    });
    return { ...sender, to, conversationId: data.conversation_id };
  };

  it('that is known to be closed refuses free-form messages, and nothing is stored, spent or sent', async () => {
    const { id, key, number, to, conversationId } = await conversationOf(Date.now() - 24 * hourMs - 1000);
    const before = await getConversation(key, conversationId);
    for (const body of [{ text: 'Hi' }, { type: 'image', media_url: 'https://example.com/a.jpg' }]) {
      const answer = await postMessage(key, { to, name: 'New name', ...body });
      expect(answer).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
      expect(answer.json.error?.message).toMatch(/#131047.*24 hours.*template/);
    }
    expect(await getConversation(key, conversationId)).toEqual(before);
    expect([(await listMessages(key, conversationId)).length, (await listSentBodies(number)).length]).toEqual([1, 1]);
    expect(await countUsedMessages(id)).toBe(1);
  });

  it('lets templates through when it is closed', async () => {
    const { key, to } = await conversationOf(Date.now() - 48 * hourMs);
    expect((await postMessage(key, { to, type: 'template', template: { name: 'hello_world' } })).status).toBe(201);
  });

  it('lets everything through until it closes', async () => {
    const { key, to } = await conversationOf(Date.now() - 23.9 * hourMs);
    expect((await postMessage(key, { to, text: 'Hi' })).status).toBe(201);
  });

  it('comes after the plan', async () => {
    const { id, key, to } = await conversationOf(Date.now() - 48 * hourMs);
    await updateWorkspace(id, { messages_per_month: 1 });
    expect(await postMessage(key, { to, text: 'Hi' })).toMatchObject({
      json: { error: { code: 'plan_limit_reached' } },
    });
  });
});
