import { describe, expect, it } from 'vitest';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import { makeContact, newPhone, patchContact } from '../../support/contacts.ts';
import { listConversations } from '../../support/conversations.ts';
import {
  callSimulator,
  countUsedMessages,
  getConversation,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
} from '../../support/simulator.ts';

const everything = { limit: 100, after: undefined };
const times = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('eight sends at the same time', () => {
  it('to a new number make one contact and one conversation, created once, and eight messages', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    const to = newPhone();
    const answers = await Promise.all(times(8).map((n) => postMessage(key, { to, text: `Message ${n}`, name: 'Ana' })));
    expect(answers.map(({ status }) => status)).toEqual(times(8).map(() => 201));
    expect(answers.filter(({ json }) => json.data.contact_created)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.data.contact_id)).size).toBe(1);
    expect(new Set(answers.map(({ json }) => json.data.conversation_id)).size).toBe(1);
    expect((await queryContacts(id, everything)).items).toHaveLength(1);
    expect(await listConversations(key)).toHaveLength(1);
    const messages = await listMessages(key, answers[0]?.json.data.conversation_id ?? '');
    expect(messages.map(({ content_text }) => content_text).sort()).toEqual(times(8).map((n) => `Message ${n}`));
    expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([8, 8]);
  });

  it('to a contact without conversation open one', async () => {
    const { key } = await makeSendingWorkspace();
    const contact = await makeContact(key);
    const answers = await Promise.all(
      times(8).map((n) => postMessage(key, { to: contact.phone, text: `Message ${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(times(8).map(() => 201));
    expect(new Set(answers.map(({ json }) => json.data.conversation_id)).size).toBe(1);
    expect(answers.some(({ json }) => json.data.contact_created)).toBe(false);
  });

  it('with names of their own, beside an edit, leave one name everywhere', async () => {
    const { key } = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'First' })).json;
    const sends = times(7).map((n) => postMessage(key, { to, text: 'Hi', name: `Name ${n}` }));
    const edit = patchContact(key, data.contact_id, { company: 'Acme', tags: ['vip'] });
    expect((await Promise.all(sends)).map(({ status }) => status)).toEqual(times(7).map(() => 201));
    const { json } = await edit;
    expect(json.data.company).toBe('Acme');
    const { contact } = await getConversation(key, data.conversation_id);
    const stored = (await patchContact(key, data.contact_id, {})).json.data;
    expect(contact).toMatchObject({ name: stored.name, company: 'Acme', tags: stored.tags });
    expect(stored.name).toMatch(/^Name \d$/);
  });

  it('leave the newest message as the last of the conversation', async () => {
    const { key } = await makeSendingWorkspace();
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'First' })).json;
    await Promise.all(times(8).map((n) => postMessage(key, { to, text: `Message ${n}` })));
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

describe('a plan of ten messages', () => {
  it('lets exactly ten of twenty sends at the same time through', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 10 });
    const answers = await Promise.all(times(20).map(() => postMessage(key, { to: newPhone(), text: 'Hi' })));
    const refused = answers.filter(({ status }) => status === 402);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(refused).toHaveLength(10);
    expect(refused.every(({ json }) => json.error?.code === 'plan_limit_reached')).toBe(true);
    expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([10, 10]);
    expect((await queryContacts(id, everything)).items).toHaveLength(10);
  });

  it('loses nothing to sends that the channel refuses', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    await updateWorkspace(id, { messages_per_month: 10 });
    await callSimulator('POST', '/switches', { account_id: number.id, fail_next: { count: 5, code: 131000 } });
    const first = await Promise.all(times(8).map(() => postMessage(key, { to: newPhone(), text: 'Hi' })));
    expect(first.map(({ status }) => status).sort()).toEqual([201, 201, 201, 502, 502, 502, 502, 502]);
    expect(await countUsedMessages(id)).toBe(3);
    const second = await Promise.all(times(8).map(() => postMessage(key, { to: newPhone(), text: 'Hi' })));
    expect(second.filter(({ status }) => status === 201)).toHaveLength(7);
    expect((await listSentBodies(number)).length).toBe(10);
  });
});

describe('an Idempotency-Key', () => {
  it('sends once, however often the call is repeated', async () => {
    const { id, key, number } = await makeSendingWorkspace();
    const body = { to: newPhone(), text: 'Once' };
    const answers = await Promise.all(times(8).map(() => postMessage(key, body, { 'Idempotency-Key': 'k' })));
    const later = await postMessage(key, body, { 'Idempotency-Key': 'k' });
    const good = [...answers, later].filter(({ status }) => status === 201);
    expect(new Set(good.map(({ text }) => text)).size).toBe(1);
    expect(later.status).toBe(201);
    expect([(await listSentBodies(number)).length, await countUsedMessages(id)]).toEqual([1, 1]);
    expect(later.json.data.contact_created).toBe(true);
  });

  it('gives a refusal of the channel again without asking it again', async () => {
    const { key, number } = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: number.id, fail_next: { count: 1, code: 131000 } });
    const body = { to: newPhone(), text: 'Once' };
    const first = await postMessage(key, body, { 'Idempotency-Key': 'k' });
    const second = await postMessage(key, body, { 'Idempotency-Key': 'k' });
    expect([first.status, second.text]).toEqual([502, first.text]);
    expect(await listSentBodies(number)).toEqual([]);
  });
});
