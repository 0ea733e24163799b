import { describe, expect, it } from 'vitest';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import {
  callSimulator,
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
} from '../../support/channels/simulator.ts';
import { makeContact, newPhone, patchContact } from '../../support/contacts.ts';
import { listConversations } from '../../support/messages/conversations.ts';

const firstPage = { limit: 100, after: undefined };
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('eight concurrent sends', () => {
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
    expect(messages.map(({ content_text }) => content_text).sort()).toEqual(
      range(8).map((index) => `Message ${index}`),
    );
    expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([8, 8]);
  });

  it('eight concurrent sends to a contact without conversation open one conversation', async () => {
    const { key } = await makeSendingWorkspace();
    const contact = await makeContact(key);
    const responses = await Promise.all(
      range(8).map((index) => postMessage(key, { to: contact.phone, text: `Message ${index}` })),
    );
    expect(responses.map(({ status }) => status)).toEqual(range(8).map(() => 201));
    expect(new Set(responses.map(({ json }) => json.data.conversation_id)).size).toBe(1);
    expect(responses.some(({ json }) => json.data.contact_created)).toBe(false);
  });

  it('concurrent renames and an edit leave the same name on the contact and its conversation', async () => {
    const { key } = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'First' })).json;
    const sends = range(7).map((index) => postMessage(key, { to, text: 'Hi', name: `Name ${index}` }));
    const edit = patchContact(key, data.contact_id, { company: 'Acme', tags: ['vip'] });
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(range(7).map(() => 201));
    const { json } = await edit;
    expect(json.data.company).toBe('Acme');
    const { contact } = await getConversation(key, data.conversation_id);
    const stored = (await patchContact(key, data.contact_id, {})).json.data;
    expect(contact).toMatchObject({ name: stored.name, company: 'Acme', tags: stored.tags });
    expect(stored.name).toMatch(/^Name \d$/);
  });

  it('the newest of eight concurrent messages is the last of the conversation', async () => {
    const { key } = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'First' })).json;
    await Promise.all(range(8).map((index) => postMessage(key, { to, text: `Message ${index}` })));
    const conversation = await getConversation(key, data.conversation_id);
    const messages = await listMessages(key, data.conversation_id);
    const lastAt = messages
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1);
    expect(conversation.last_message_at).toBe(lastAt);
    const last = messages.filter(({ created_at }) => created_at === lastAt).map(({ content_text }) => content_text);
    expect(last).toContain(conversation.last_message_text);
  });
});

describe('a quota of ten messages', () => {
  it('exactly ten of twenty concurrent sends succeed', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 10 });
    const responses = await Promise.all(range(20).map(() => postMessage(key, { to: newPhone(), text: 'Hi' })));
    const rejected = responses.filter(({ status }) => status === 402);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(rejected).toHaveLength(10);
    expect(rejected.every(({ json }) => json.error?.code === 'plan_limit_reached')).toBe(true);
    expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([10, 10]);
    expect((await queryContacts(id, firstPage)).items).toHaveLength(10);
  });

  it('refused sends do not use up the quota', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 10 });
    await callSimulator('POST', '/switches', { account_id: number.id, fail_next: { count: 5, code: 131000 } });
    const first = await Promise.all(range(8).map(() => postMessage(key, { to: newPhone(), text: 'Hi' })));
    expect(first.map(({ status }) => status).sort()).toEqual([201, 201, 201, 502, 502, 502, 502, 502]);
    expect(await countUsedMessages(id)).toBe(3);
    const second = await Promise.all(range(8).map(() => postMessage(key, { to: newPhone(), text: 'Hi' })));
    expect(second.filter(({ status }) => status === 201)).toHaveLength(7);
    expect((await listSentBodies(number)).length).toBe(10);
  });
});

it('repeated requests with one Idempotency-Key send once', async () => {
  const { id, key, number } = await makeSendingWorkspace();
  const body = { to: newPhone(), text: 'Once' };
  const responses = await Promise.all(range(8).map(() => postMessage(key, body, { 'Idempotency-Key': 'k' })));
  const later = await postMessage(key, body, { 'Idempotency-Key': 'k' });
  const succeeded = [...responses, later].filter(({ status }) => status === 201);
  expect(new Set(succeeded.map(({ text }) => text)).size).toBe(1);
  expect(later.status).toBe(201);
  expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([1, 1]);
  expect(later.json.data.contact_created).toBe(true);
});
