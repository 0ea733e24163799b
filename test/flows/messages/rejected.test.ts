import { describe, expect, it } from 'vitest';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { hourMs, makeConversationWithReply } from '../../support/messages/reply-window.ts';

const firstPage = { limit: 100, after: undefined };

describe('an invalid send', () => {
  it.each([
    ['an invalid phone number', { to: 'abc', text: 'Hi' }, 'phone number'],
    ['a phone number that is too short', { to: '12345', text: 'Hi' }, 'phone number'],
    ['a missing text', { to: '+4915112345678' }, '"text"'],
    ['a missing media URL', { to: '+4915112345678', type: 'image' }, '"media_url"'],
    ['a missing template', { to: '+4915112345678', type: 'template' }, '"template"'],
  ])('a send with %s is rejected and changes nothing', async (_, body, hint) => {
    const { id, key, number } = await makeSendingWorkspace();
    const response = await postMessage(key, body);
    expect(response).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
    expect(response.json.error?.message).toContain(hint);
    expect((await queryContacts(id, firstPage)).items).toEqual([]);
    expect([await listSentBodies(number), await countUsedMessages(id)]).toEqual([[], 0]);
  });

  it('a send from a workspace without a msgapp number is rejected and creates no contact', async () => {
    const { id, key } = await makeWorkspace();
    const response = await postMessage(key, { to: newPhone(), text: 'Hi' });
    expect(response).toMatchObject({ status: 400, json: { error: { code: 'msgapp_not_configured' } } });
    expect((await queryContacts(id, firstPage)).items).toEqual([]);
  });

  it('an invalid body is reported before the missing msgapp number', async () => {
    const { key } = await makeWorkspace();
    expect(await postMessage(key, { to: 'abc', text: 'Hi' })).toMatchObject({
      json: { error: { code: 'bad_request' } },
    });
  });
});

describe('the monthly quota', () => {
  it('a lapsed subscription rejects sends and allows reads', async () => {
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

  it('a send over the quota is rejected and creates no contact', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 2 });
    await postMessage(key, { to: newPhone(), text: 'One' });
    await postMessage(key, { to: newPhone(), text: 'Two' });
    expect(await postMessage(key, { to: newPhone(), text: 'Three' })).toMatchObject({
      status: 402,
      json: { error: { code: 'plan_limit_reached', message: expect.stringContaining("The plan's 2 messages") } },
    });
    expect((await queryContacts(id, firstPage)).items).toHaveLength(2);
    expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([2, 2]);
  });

  it.each([
    ['of 0 rejects', 0, 402],
    ['of null allows', null, 201],
  ])('a quota %s every send', async (_, limit, status) => {
    const { id, key } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: limit });
    expect((await postMessage(key, { to: newPhone(), text: 'One' })).status).toBe(status);
  });

  it('the quota starts again each month', async () => {
    const { id, key } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 1 });
    await updateIf({ Key: keys.monthlyUsage(id, '2025-01'), ...assign({ messages_used: 1 }) });
    expect((await postMessage(key, { to: newPhone(), text: 'One' })).status).toBe(201);
  });
});

describe('the 24-hour reply window', () => {
  it('a closed reply window rejects free-form messages, and nothing is stored, used or sent', async () => {
    const { id, key, number, to, conversationId } = await makeConversationWithReply(Date.now() - 24 * hourMs - 1000);
    const before = await getConversation(key, conversationId);
    for (const body of [{ text: 'Hi' }, { type: 'image', media_url: 'https://example.com/a.jpg' }]) {
      const response = await postMessage(key, { to, name: 'New name', ...body });
      expect(response).toMatchObject({ status: 502, json: { error: { code: 'platform_error' } } });
      expect(response.json.error?.message).toMatch(/#131047.*24 hours.*template/);
      expect(response.headers.get('x-channel-error-code')).toBe('131047');
      expect(response.headers.get('x-message-id')).toBeNull();
    }
    expect(await getConversation(key, conversationId)).toEqual(before);
    expect([(await listMessages(key, conversationId)).length, (await listSentBodies(number)).length]).toEqual([1, 1]);
    expect(await countUsedMessages(id)).toBe(1);
  });

  it('a closed reply window allows templates', async () => {
    const { key, to } = await makeConversationWithReply(Date.now() - 48 * hourMs);
    expect((await postMessage(key, { to, type: 'template', template: { name: 'hello_world' } })).status).toBe(201);
  });

  it('an open reply window allows free-form messages', async () => {
    const { key, to } = await makeConversationWithReply(Date.now() - 23.9 * hourMs);
    expect((await postMessage(key, { to, text: 'Hi' })).status).toBe(201);
  });

  it('the quota is checked before the reply window', async () => {
    const { id, key, to } = await makeConversationWithReply(Date.now() - 48 * hourMs);
    await updateWorkspace(id, { messages_per_month: 1 });
    expect(await postMessage(key, { to, text: 'Hi' })).toMatchObject({
      json: { error: { code: 'plan_limit_reached' } },
    });
  });
});
