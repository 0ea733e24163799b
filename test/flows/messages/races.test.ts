import { expect, it } from 'vitest';
import { queryContacts } from '../../../functions/table/contacts/contacts.ts';
import {
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
