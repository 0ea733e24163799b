import { beforeAll, describe, expect, it } from 'vitest';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import {
  getConversation,
  listMessages,
  listSentBodies,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';

let sender: SendingWorkspace;
let key: string;

beforeAll(async () => {
  sender = await makeSendingWorkspace();
  key = sender.key;
});

/** Sends to a new number and returns the stored message and the body that the channel received. */
const sendToNewNumber = async (body: object) => {
  const to = newPhone();
  const { status, json } = await postMessage(key, { to, ...body });
  const [message] = await listMessages(key, json.data.conversation_id);
  const sentBody = (await listSentBodies(sender.number)).find(
    (body) => body['biz_opaque_callback_data'] === `${json.data.conversation_id}/${json.data.message_id}`,
  );
  return { status, message, sentBody };
};

const media_url = 'https://cdn.example.com/file';

describe('POST /messages', () => {
  it('a send to a new number creates the contact, an open conversation and the message', async () => {
    const to = newPhone();
    const { status, json } = await postMessage(key, { to, text: 'Hello', name: 'Ana' });
    const { data } = json;
    expect(status).toBe(201);
    expect(json).toEqual({
      data: {
        message_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        msgapp_message_id: expect.stringMatching(/^wamid\./),
        conversation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        contact_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        contact_created: true,
      },
    });
    const contact = await call<{ data: object }>('GET', `/contacts/${data.contact_id}`, { key });
    expect(contact.json.data).toMatchObject({ phone: to, name: 'Ana', channels: ['msgapp'] });
    expect(await getConversation(key, data.conversation_id)).toMatchObject({
      channel: 'msgapp',
      contact_id: data.contact_id,
      status: 'open',
      last_message_text: 'Hello',
      last_inbound_at: null,
      unread_count: 0,
      contact: { id: data.contact_id, phone: to, name: 'Ana', tags: [] },
    });
    expect(await listMessages(key, data.conversation_id)).toEqual([
      {
        id: data.message_id,
        conversation_id: data.conversation_id,
        direction: 'outbound',
        sender_type: 'agent',
        content_type: 'text',
        content_text: 'Hello',
        media_url: null,
        template_name: null,
        msgapp_message_id: data.msgapp_message_id,
        message_id: data.msgapp_message_id,
        status: expect.stringMatching(/^(sent|delivered)$/),
        reply_to_message_id: null,
        interactive_reply_id: null,
        deleted_at: null,
        created_at: expect.stringMatching(/Z$/),
        error: null,
        sent_at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('a send to a contact without conversation opens one', async () => {
    const contact = await makeContact(key, { name: 'Bo', tags: ['vip'] });
    const { data } = (await postMessage(key, { to: contact.phone, text: 'Hi' })).json;
    expect(data).toMatchObject({ contact_id: contact.id, contact_created: false });
    expect((await getConversation(key, data.conversation_id)).contact).toMatchObject({
      name: 'Bo',
      tags: contact.tags,
    });
    const second = (await postMessage(key, { to: contact.phone, text: 'Hi again' })).json.data;
    expect(second.conversation_id).toBe(data.conversation_id);
  });

  it('a number without country code is read with the default country of the workspace', async () => {
    const own = await makeSendingWorkspace();
    await updateWorkspace(own.id, { default_country: 'GB' });
    await postMessage(own.key, { to: '07911 123456', text: 'Hi' });
    expect(await listSentBodies(own.number)).toMatchObject([{ to: '+447911123456' }]);
  });
});

it('a document is sent with its file name and caption', async () => {
  const { message, sentBody } = await sendToNewNumber({
    type: 'document',
    media_url,
    filename: 'invoice.pdf',
    text: 'Yours',
  });
  expect(sentBody?.['document']).toEqual({ link: media_url, caption: 'Yours', filename: 'invoice.pdf' });
  expect(message).toMatchObject({ content_type: 'document', content_text: 'Yours', media_url });
});

describe('the name of a contact', () => {
  it('a name replaces the previous one on the contact and in its conversation, and an empty one leaves it', async () => {
    const to = newPhone();
    const { data } = (await postMessage(key, { to, text: 'One', name: 'Ana' })).json;
    await postMessage(key, { to, text: 'Two', name: 'Ana Example' });
    const { json } = await call<{ data: { name: string } }>('GET', `/contacts/${data.contact_id}`, { key });
    expect(json.data.name).toBe('Ana Example');
    await postMessage(key, { to, text: 'Three', name: '' });
    expect((await getConversation(key, data.conversation_id)).contact.name).toBe('Ana Example');
    const found = await call<{ data: unknown[] }>('GET', '/contacts?search=ana%20example', { key });
    expect(found.json.data).toHaveLength(1);
  });

  it('a name replaces that of a contact without conversation', async () => {
    const { id, phone } = await makeContact(key, { name: 'Old', email: 'a@example.com' });
    const { data } = (await postMessage(key, { to: phone, text: 'Hi', name: 'New' })).json;
    const { json } = await call<{ data: object }>('GET', `/contacts/${id}`, { key });
    expect(json.data).toMatchObject({ name: 'New', email: 'a@example.com' });
    expect((await getConversation(key, data.conversation_id)).contact).toMatchObject({
      name: 'New',
      email: 'a@example.com',
    });
  });
});

describe('replies', () => {
  it('a reply quotes an earlier message of the conversation', async () => {
    const to = newPhone();
    const first = (await postMessage(key, { to, text: 'One' })).json.data;
    const { data } = (await postMessage(key, { to, text: 'Two', reply_to_message_id: first.message_id.toUpperCase() }))
      .json;
    const [reply] = await listMessages(key, data.conversation_id);
    expect(reply).toMatchObject({ id: data.message_id, reply_to_message_id: first.message_id });
    expect((await listSentBodies(sender.number)).at(-1)).toMatchObject({
      context: { message_id: first.msgapp_message_id },
    });
  });

  it('a reply to a message of another conversation is rejected and creates no contact', async () => {
    const { data } = (await postMessage(key, { to: newPhone(), text: 'One' })).json;
    const [known, to] = [newPhone(), newPhone()];
    await postMessage(key, { to: known, text: 'One' });
    for (const number of [known, to]) {
      const response = await postMessage(key, { to: number, text: 'Two', reply_to_message_id: data.message_id });
      expect(response).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
      expect(response.json.error?.message).toContain('reply_to_message_id');
    }
    const { json } = await call<{ data: unknown[] }>('GET', `/contacts?phone=${encodeURIComponent(to)}`, { key });
    expect(json.data).toEqual([]);
  });
});
