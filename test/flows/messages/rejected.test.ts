import { describe, expect, it } from 'vitest';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
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
  it('a send without a msgapp number is rejected, an invalid one for what is invalid, and creates no contact', async () => {
    const { id, key } = await makeWorkspace();
    const response = await postMessage(key, { to: newPhone(), text: 'Hi' });
    expect(response).toMatchObject({ status: 400, json: { error: { code: 'msgapp_not_configured' } } });
    const invalid = await postMessage(key, { to: 'abc', text: 'Hi' });
    expect(invalid).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
    expect((await queryContacts(id, firstPage)).items).toEqual([]);
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
});

describe('the 24-hour reply window', () => {
  it('a closed reply window rejects free-form messages, of which nothing is stored, used or sent, and allows templates', async () => {
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
    expect((await postMessage(key, { to, type: 'template', template: { name: 'hello_world' } })).status).toBe(201);
  });

  it('the quota is checked before the reply window', async () => {
    const { id, key, to } = await makeConversationWithReply(Date.now() - 48 * hourMs);
    await updateWorkspace(id, { messages_per_month: 1 });
    expect(await postMessage(key, { to, text: 'Hi' })).toMatchObject({
      json: { error: { code: 'plan_limit_reached' } },
    });
  });
});
