import { Readable } from 'node:stream';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { toEffects } from '../../../functions/domain/changes.ts';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { toObjectKey } from '../../../functions/domain/media/object-key.ts';
import { acceptMessage } from '../../../functions/domain/web-chat/accept-message.ts';
import { signInVisitor } from '../../../functions/domain/web-chat/identity.ts';
import { moveMessages } from '../../../functions/domain/web-chat/move-messages.ts';
import { createChatSecret } from '../../../functions/domain/web-chat/secrets.ts';
import type { WebChatChanges } from '../../../functions/model/web-chat/settings.ts';
import { listKeys, putObject } from '../../../functions/platform/bucket.ts';
import { clock, nowSeconds } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContact, findContactIdByExternalId } from '../../../functions/table/contacts/contacts.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMedia, putSentMedia } from '../../../functions/table/media/media.ts';
import { queryMessages } from '../../../functions/table/messages/messages.ts';
import { newPhone } from '../../support/contacts.ts';
import { holdQueues } from '../../support/messages/held-messages.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import {
  answerAs,
  asKnown,
  asVisitor,
  type Chat,
  callChat,
  findOwnConversation,
  makeChat,
  newMessage,
  newToken,
  readInProcess,
  writeAndStore,
} from '../../support/web-chat.ts';

interface SigningChat extends Chat {
  secret: string;
}

const makeSigningChat = async (changes: WebChatChanges = {}): Promise<SigningChat> => {
  const chat = await makeChat(changes);
  return { ...chat, secret: (await createChatSecret(chat.workspaceId, newId())).secret };
};

const sign = (
  { secret }: { secret: string },
  claims: Record<string, unknown> = {},
  { alg = 'HS256', issuedAt = Math.floor(clock.now() / 1_000), seconds = 600 } = {},
): Promise<string> =>
  new SignJWT({ sub: 'u-1', name: 'Zoe Quill', email: 'zoe@shop.example', ...claims })
    .setProtectedHeader({ alg })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + seconds)
    .sign(new TextEncoder().encode(secret));

const signInAs = async (chat: Chat, token: string, jwt: string) => signInVisitor(await asVisitor(chat, token), jwt);

describe('a sign-in that is not valid', () => {
  const longAgo = Math.floor(Date.now() / 1_000) - 700;
  it.each<[string, (chat: SigningChat) => Promise<string> | string]>([
    ['signed with another secret', () => sign({ secret: 'x'.repeat(43) })],
    ['signed with another method', (chat) => sign(chat, {}, { alg: 'HS512' })],
    ['not signed', () => new UnsecuredJWT({ sub: 'u-1' }).setIssuedAt().setExpirationTime('10m').encode()],
    ['expired', (chat) => sign(chat, {}, { issuedAt: longAgo })],
    ['valid for more than an hour', (chat) => sign(chat, {}, { seconds: 3_601 })],
    ['without a customer', (chat) => sign(chat, { sub: '' })],
    ['changed afterwards', async (chat) => (await sign(chat)).replace(/\.[\w-]+\./, `.${btoa('{"sub":"u-2"}')}.`)],
  ])('one that is %s makes nobody a customer', async (_, makeJwt) => {
    const chat = await makeSigningChat();
    const token = newToken();
    const { status, error } = await callChat(chat, 'POST', '/identity', { token, body: { jwt: await makeJwt(chat) } });
    expect([status, error.code]).toEqual([403, 'forbidden']);
    expect((await asVisitor(chat, token)).visitor).toBeUndefined();
  });

  it('another website, or another device with the same one, gets the same refusal', async () => {
    const [chat, other] = [await makeSigningChat(), await makeSigningChat()];
    const [token, jwt] = [newToken(), await sign(chat)];
    await signInAs(chat, token, jwt);
    await expect(signInAs(other, newToken(), jwt)).rejects.toThrow('not valid');
    await expect(signInAs(chat, newToken(), jwt)).rejects.toThrow('not valid');
    expect(await signInAs(chat, token, jwt)).toEqual({ name: 'Zoe Quill', email: 'zoe@shop.example' });
  });
});

it('a customer who has not written is no contact yet, and is one with the first message', async () => {
  const chat = await makeSigningChat();
  const token = newToken();
  holdQueues();
  await signInAs(chat, token, await sign(chat, { attributes: { plan: 'pro' } }));
  expect(await findContactIdByExternalId(chat.workspaceId, 'u-1')).toBeUndefined();
  await writeAndStore(chat, token, 'Hello');
  const contactId = await findContactIdByExternalId(chat.workspaceId, 'u-1');
  const { contact } = await findOwnConversation(chat, token);
  expect(contact).toMatchObject({ id: contactId, name: 'Zoe Quill', email: 'zoe@shop.example' });
  expect(await findContact(chat.workspaceId, contactId ?? '')).toMatchObject({ attributes: { plan: 'pro' } });
  expect((await readInProcess(chat, token)).visitor).toMatchObject({ name: 'Zoe Quill', is_verified: true });
});

it('a chat that asks for an address first takes no first message without one, and asks no customer who signed in with one', async () => {
  const chat = await makeSigningChat({ asks_email: 'before' });
  const [visitor, customer, unnamed] = [newToken(), newToken(), newToken()];
  const write = async (token: string, email?: string) =>
    acceptMessage(await asVisitor(chat, token), { ...newMessage('Hello'), email });
  holdQueues();
  await signInAs(chat, customer, await sign(chat));
  await signInAs(chat, unnamed, await sign(chat, { sub: 'u-2', email: undefined }));
  for (const token of [visitor, unnamed]) {
    expect((await readInProcess(chat, token)).asks_email).toBe(true);
    await expect(write(token)).rejects.toThrow('Enter your email address first.');
  }
  await write(visitor, 'zoe@shop.example');
  await write(visitor);
  expect((await readInProcess(chat, customer)).asks_email).toBe(false);
  await write(customer);
  // Who wrote before the chat began to ask goes on.
  const [other, early] = [await makeChat(), newToken()];
  await writeAndStore(other, early, 'Hello');
  const { site, ...caller } = await asKnown(other, early);
  const asking = { ...site, settings: { ...site.settings, asks_email: 'before' as const } };
  await acceptMessage({ ...caller, site: asking }, newMessage('Anyone?'));
});

it('the next customer on a device sees nothing of the one before, and a signed-out token opens nothing', async () => {
  const chat = await makeSigningChat();
  const token = newToken();
  holdQueues();
  await signInAs(chat, token, await sign(chat));
  await writeAndStore(chat, token, 'My order is late');
  await signInAs(chat, token, await sign(chat, { sub: 'u-2', name: 'Yan' }));
  expect(await readInProcess(chat, token)).toMatchObject({ status: 'none', messages: [], visitor: { name: 'Yan' } });
  expect((await callChat(chat, 'DELETE', '/visitor', { token })).status).toBe(204);
  expect((await readInProcess(chat, token)).visitor).toBeNull();
});

it('what a visitor says about themselves changes no contact', async () => {
  const chat = await makeSigningChat();
  const phone = newPhone();
  await createContact(chat.workspaceId, newId(), {
    phone,
    name: 'Zoe Quill',
    email: 'zoe@shop.example',
    external_id: 'u-1',
  });
  const before = await findContact(chat.workspaceId, (await findContactIdByExternalId(chat.workspaceId, 'u-1')) ?? '');
  const token = newToken();
  holdQueues();
  await writeAndStore(chat, token, 'I am Zoe');
  const body = { email: 'zoe@shop.example' };
  expect((await callChat(chat, 'PUT', '/email', { token, body })).status).toBe(200);
  expect((await findOwnConversation(chat, token)).contact).toMatchObject({ name: null, email: null });
  expect(await findContact(chat.workspaceId, before?.id ?? '')).toEqual(before);
});

interface Customer {
  chat: SigningChat;
  token: string;
  jwt: string;
  anonymousId: string;
  conversationId: string;
}

/** Wrote without a name, and then signs in as a contact that the workspace has already. */
const prepareCustomer = async (): Promise<Customer> => {
  const chat = await makeSigningChat();
  await createContact(chat.workspaceId, newId(), { phone: newPhone(), external_id: 'u-1', tags: ['vip'] });
  const token = newToken();
  await writeAndStore(chat, token, 'Before the sign-in');
  const { id, contact_id } = await findOwnConversation(chat, token);
  return { chat, token, jwt: await sign(chat), anonymousId: contact_id, conversationId: id };
};

it('the anonymous conversation becomes the known contact’s, whatever call of the sign-in crashes', async () => {
  await crashAtEveryCall<Customer>({
    prepare: prepareCustomer,
    run: ({ chat, token, jwt }) => signInAs(chat, token, jwt),
    verify: async ({ chat, token, anonymousId, conversationId }, { label }) => {
      await moveMessages({ task: 'move_messages', workspaceId: chat.workspaceId, conversationId });
      const { items } = await queryMessages(conversationId, { limit: 10, after: undefined }, 'strong');
      const contactId = await findContactIdByExternalId(chat.workspaceId, 'u-1');
      const conversation = await findOwnConversation(chat, token);
      expect(conversation, label).toMatchObject({
        id: conversationId,
        contact_id: contactId,
        contact: { name: 'Zoe Quill' },
      });
      expect(await findContact(chat.workspaceId, anonymousId), label).toBeUndefined();
      expect(
        items.map(({ contact_id }) => contact_id),
        label,
      ).toEqual([contactId]);
      expect(await findContact(chat.workspaceId, contactId ?? ''), label).toMatchObject({
        conversation_ids: { web: conversationId },
        channels: ['msgapp', 'web'],
        name: 'Zoe Quill',
      });
      expect((await readInProcess(chat, token)).messages, label).toMatchObject([{ text: 'Before the sign-in' }]);
    },
  });
});

it('messages from before the sign-in join the conversation that the customer has on another device', async () => {
  const chat = await makeSigningChat();
  const [phone, laptop] = [newToken(), newToken()];
  holdQueues();
  await signInAs(chat, phone, await sign(chat));
  await writeAndStore(chat, phone, 'From my phone');
  const known = await findOwnConversation(chat, phone);
  await answerAs(chat, known.id, 'Yes?');
  await writeAndStore(chat, laptop, 'From my laptop');
  const before = await findOwnConversation(chat, laptop);
  await signInAs(chat, laptop, await sign(chat, { iss: 'laptop' }));
  const moving = await findConversation(chat.workspaceId, before.id);
  expect(moving).toMatchObject({ moved_to: known.id, contact_id: known.contact_id });
  const job = { task: 'move_messages', workspaceId: chat.workspaceId, conversationId: before.id } as const;
  // A job runs at least once.
  for (let runs = 0; runs < 3; runs += 1) await moveMessages(job);
  expect(await findConversation(chat.workspaceId, before.id)).toBeUndefined();
  for (const token of [phone, laptop])
    expect((await readInProcess(chat, token)).messages.map(({ text }) => text)).toEqual([
      'From my phone',
      'Yes?',
      'From my laptop',
    ]);
  const joined = await findConversation(chat.workspaceId, known.id);
  expect(joined).toMatchObject({ status: 'open', unread_count: 1, last_message_text: 'From my laptop' });
  expect(joined?.waiting_since).toBe(before.waiting_since);
});

it('an erasure while messages move leaves neither them nor their files, whatever call crashes', async () => {
  await crashAtEveryCall({
    prepare: async () => {
      const chat = await makeChat();
      const token = newToken();
      await writeAndStore(chat, token, 'See my photo');
      const { id: conversationId } = await findOwnConversation(chat, token);
      const messageId = await addFile(chat, conversationId);
      // The other conversation was erased. Without the change bit, no job but this one follows.
      const Key = keys.conversation(chat.workspaceId, conversationId);
      await updateIf({ Key, ...assign({ moved_to: newId() }) });
      return { workspaceId: chat.workspaceId, conversationId, messageId };
    },
    run: async ({ messageId: _, ...ids }) => {
      for (let runs = 0; runs < 2; runs += 1) await moveMessages({ task: 'move_messages', ...ids });
    },
    verify: async ({ workspaceId, conversationId, messageId }, { label }) => {
      expect(await findConversation(workspaceId, conversationId), label).toBeUndefined();
      expect((await queryMessages(conversationId, { limit: 1, after: undefined })).items, label).toEqual([]);
      expect(await findMedia(workspaceId, messageId), label).toBeUndefined();
      expect(await listKeys(toObjectKey(workspaceId, messageId)), label).toEqual([]);
    },
  });
});

/** The copied file of the only message. */
const addFile = async ({ workspaceId }: Chat, conversationId: string): Promise<string> => {
  const [message] = (await queryMessages(conversationId, { limit: 1, after: undefined })).items;
  const { id = '' } = message ?? {};
  const source = { id: null, url: null, mimeType: null, filename: null };
  const file = { content_type: 'image/png', declared_type: null, size_bytes: 3, filename: 'a.png' };
  await updateIf({ Key: keys.message(conversationId, id), ...assign({ media: [source], media_url: 'a' }) });
  await putObject({
    key: toObjectKey(workspaceId, id),
    body: Readable.from('png'),
    contentType: 'image/png',
    contentDisposition: 'inline',
  });
  await putSentMedia(workspaceId, id, { source, ...file, expires: nowSeconds() + 60 });
  return id;
};

it('a message that was moved is no new one for webhooks, jobs and pages', () => {
  const after = { entity: 'message', moved_from: newId(), sender_type: 'customer', id: newId(), channel: 'web' };
  expect(toEffects({ before: undefined, after })).toMatchObject({ jobs: [], events: [], hints: [], visitorHints: [] });
});
