import { beforeAll, describe, expect, it } from 'vitest';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { getShopConversation, makeShop, type Shop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { postMessage } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { type ContactAnswer, makeContact, newPhone, patchContact } from '../../support/contacts.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await makeShop();
});

type Written = Parameters<typeof simulateInboundAndWait>[1];

const write = (message: Written, where = shop) => simulateInboundAndWait(where, message);

const getContact = async (id: string, { key } = shop): Promise<Contact> =>
  ((await call('GET', `/contacts/${id}`, { key })) as ContactAnswer).json.data;

const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1_000) - seconds;

describe('a customer who writes STOP', () => {
  it('a customer is opted out from the time of their STOP until that of their START', async () => {
    const from = newPhone();
    const { contact_id, conversation_id } = await write({ from, text: 'Hi' });
    expect(await getContact(contact_id)).toMatchObject({ opted_out_at: null });
    const { sent_at: at } = await write({ from, text: ' stop! ' });
    const optedOut = await getContact(contact_id);
    expect(optedOut.opted_out_at).toBe(at);
    const shown = { contact: { opted_out_at: at }, last_message_text: ' stop! ', unread_count: 2 };
    expect(await getShopConversation(shop, conversation_id)).toMatchObject(shown);
    await write({ from, text: 'Start', timestamp: secondsAgo(-5) });
    expect(await getContact(contact_id)).toMatchObject({ opted_out_at: null });
    expect(await getShopConversation(shop, conversation_id)).toMatchObject({ contact: { opted_out_at: null } });
  });

  it('the first STOP of a contact without a conversation opts the contact out', async () => {
    const { id, phone, updated_at } = await makeContact(shop.key);
    await write({ from: String(phone), text: 'STOP' });
    const contact = await getContact(id);
    expect(contact).toMatchObject({ opted_out_at: expect.any(String), channels: ['msgapp'] });
    expect(contact.updated_at > updated_at).toBe(true);
  });

  it('a tapped button with a keyword as its title opts out', async () => {
    const interactive = { type: 'button_reply', button_reply: { id: 'no-news', title: 'STOP' } };
    const { contact_id } = await write({ from: newPhone(), interactive });
    expect(await getContact(contact_id)).toMatchObject({ opted_out_at: expect.any(String) });
  });

  it('a message of POST /messages still reaches a customer who is opted out', async () => {
    const from = newPhone();
    await write({ from, text: 'STOP' });
    const template = { name: 'hello_world' };
    for (const content of [
      { type: 'text', text: 'Your parcel is here' },
      { type: 'template', template },
    ])
      expect((await postMessage(shop.key, { to: from, ...content })).status).toBe(201);
  });
});

it('own keywords replace the defaults until null brings them back', async () => {
  const own = await makeShop();
  await updateWorkspace(own.id, { opt_out_keywords: ['Keine Werbung'] });
  const from = newPhone();
  const { contact_id } = await write({ from, text: 'STOP', timestamp: secondsAgo(90) }, own);
  expect(await getContact(contact_id, own)).toMatchObject({ opted_out_at: null });
  await write({ from, text: 'keine werbung.', timestamp: secondsAgo(80) }, own);
  expect(await getContact(contact_id, own)).toMatchObject({ opted_out_at: expect.any(String) });
  await updateWorkspace(own.id, { opt_out_keywords: null });
  await write({ from, text: 'START', timestamp: secondsAgo(70) }, own);
  await write({ from, text: 'Désabonner', timestamp: secondsAgo(60) }, own);
  expect(await getContact(contact_id, own)).toMatchObject({ opted_out_at: expect.any(String) });
});

describe('PATCH /contacts/{id} with opted_out', () => {
  it('an agent opts a contact out and in again', async () => {
    const { id } = await makeContact(shop.key);
    const { status, json } = await patchContact(shop.key, id, { opted_out: true });
    expect(status).toBe(200);
    expect(json.data.opted_out_at).toBe(json.data.updated_at);
    expect(await getContact(id)).toEqual(json.data);
    expect((await patchContact(shop.key, id, { opted_out: false })).json.data.opted_out_at).toBeNull();
  });

  it('what a contact has already, null and other fields leave the time as it is', async () => {
    const { id } = await makeContact(shop.key, { name: 'Ann' });
    for (const [opted_out, bodies] of [
      [false, [{ opted_out: false }]],
      [true, [{ opted_out: true }, { opted_out: null }, { name: 'Ann' }]],
    ] as const) {
      await patchContact(shop.key, id, { opted_out });
      const before = await findItem(keys.contact(shop.id, id));
      for (const body of bodies) expect((await patchContact(shop.key, id, body)).status).toBe(200);
      expect(await findItem(keys.contact(shop.id, id))).toEqual(before);
    }
  });

  it('only a START from after the agent’s change undoes it', async () => {
    const from = newPhone();
    const { contact_id } = await write({ from, text: 'Hi', timestamp: secondsAgo(120) });
    await patchContact(shop.key, contact_id, { opted_out: true });
    await write({ from, text: 'START', timestamp: secondsAgo(60) });
    expect(await getContact(contact_id)).toMatchObject({ opted_out_at: expect.any(String) });
    await write({ from, text: 'START', timestamp: secondsAgo(-5) });
    expect(await getContact(contact_id)).toMatchObject({ opted_out_at: null });
  });
});
