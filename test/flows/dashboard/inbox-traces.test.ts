import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { applyDeletion, applyEdit } from '../../../functions/domain/inbound/edits-and-deletions.ts';
import { readInbox } from '../../../functions/domain/inbox/list-inbox.ts';
import { addNote } from '../../../functions/domain/inbox/notes.ts';
import { replyAs } from '../../../functions/domain/inbox/reply.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryContactResponses } from '../../../functions/table/access/contact-responses.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMedia } from '../../../functions/table/media/media.ts';
import { findMessage } from '../../../functions/table/messages/messages.ts';
import { makeShop, simulateInboundAndWait } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';
import { callDashboard, makeSignedInMember, type Person } from '../../support/dashboard/dashboard.ts';
import { toCaller } from '../../support/dashboard/resources.ts';
import { makeConversation } from '../../support/messages/conversations.ts';

let shop: Awaited<ReturnType<typeof makeShop>>;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  shop = await makeShop();
  [ana, ben] = [await makeSignedInMember(shop.id, 'admin', 'Ana'), await makeSignedInMember(shop.id, 'agent', 'Ben')];
});

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  callDashboard<{ data: { id: string } }>(method, `/api/w/${shop.id}${path}`, { session: ana.session, body, headers });

const receive = async (fields: object = {}) => {
  const { conversation_id: id, id: messageId } = await simulateInboundAndWait(shop, { from: newPhone(), ...fields });
  const message = await findMessage(id, messageId);
  if (!message) throw new Error('The message is gone.');
  return { id, message };
};

const findEntry = async (targetId: string) =>
  (await listAuditEntries(shop.id, {}, { limit: 100, after: undefined })).items.find(
    ({ target }) => target?.id === targetId,
  );

describe('what outlives a contact', () => {
  it('the audit log has no name or number of a customer', async () => {
    const id = await makeConversation(shop.id, { contact: { name: 'Carla' } });
    await send('PATCH', `/conversations/${id}`, { status: 'closed' });
    expect(await findEntry(id)).toMatchObject({
      action: 'conversation.changed',
      target: { id, name: id },
      details: 'closed',
    });
  });

  it('an answer that takes, closes or reopens a conversation is in the audit log; what changes nothing is not', async () => {
    const id = await makeConversation(shop.id, { channel: 'web' });
    const answers = [{ text: 'Bye', status: 'closed' }, { text: 'One more thing' }, { text: 'And another' }];
    for (const body of answers) expect((await send('POST', `/conversations/${id}/messages`, body)).status).toBe(201);
    await send('POST', '/inbox/bulk', { ids: [id], is_opened: false });
    const { items } = await listAuditEntries(shop.id, {}, { limit: 100, after: undefined });
    const from = items.findIndex(({ target }) => target?.id === id);
    expect(items.slice(0, from)).toEqual([]);
    expect(items.filter(({ target }) => target?.id === id)).toMatchObject([
      { action: 'conversation.changed', outcome: 'done', details: 'opened' },
      { action: 'conversation.changed', outcome: 'done', details: 'closed, assigned to Ana' },
    ]);
  });

  it.each(['messages', 'notes'])(
    'a kept response to one of the %s of a member is found by the erasure',
    async (noun) => {
      const { id, message } = await receive();
      const headers = { 'idempotency-key': newId() };
      const { status } = await send('POST', `/conversations/${id}/${noun}`, { text: 'Hi' }, headers);
      expect(status).toBe(201);
      expect(
        (await queryContactResponses(shop.id, message.contact_id, { limit: 5, after: undefined })).items,
      ).toHaveLength(1);
    },
  );

  it('a change of many at once names the conversations in its audit entry', async () => {
    const ids = Array.from({ length: 22 }, newId);
    await send('POST', '/inbox/bulk', { ids, changes: { status: 'closed' } });
    const { items } = await listAuditEntries(shop.id, {}, { limit: 1, after: undefined });
    expect(items[0]?.details).toBe(`closed: ${ids.slice(0, 20).join(', ')} and 2 more`);
  });

  it("an Admin who deletes a colleague's note leaves an audit entry", async () => {
    const id = await makeConversation(shop.id);
    const note = await addNote(toCaller(shop.id, ben), id, newId(), { text: 'She is rude' });
    await send('DELETE', `/conversations/${id}/notes/${note.id}`);
    const entry = await findEntry(note.id);
    expect(entry).toMatchObject({ action: 'note.deleted', outcome: 'done', details: `in conversation ${id}` });
  });
});

it.each(['nobody', 'Ben'])('of answers to the same in a conversation of %s, one is sent', async (assignee) => {
  const id = await makeConversation(shop.id, { channel: 'web' });
  if (assignee === 'Ben') await send('PATCH', `/conversations/${id}`, { assigned_agent_id: ben.user.id });
  const answer = (person: Person) =>
    replyAs(toCaller(shop.id, person), id, newId(), { text: 'Hi', seen_message_id: null });
  const outcomes = await Promise.allSettled([ana, ben, ana, ben].map(answer));
  const codes = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'sent' : outcome.reason.code)).toSorted();
  expect(codes).toEqual(['conflict', 'conflict', 'conflict', 'sent']);
});

it('the list is new when the customer has another name, deletes a message or a file is there', async () => {
  const from = newPhone();
  const { id, message } = await receive({ type: 'image', from });
  await expect.poll(() => findMedia(shop.id, message.id)).toMatchObject({ status: 'copied' });
  const deletion = { channel: 'msgapp', kind: 'deleted', accountId: '', at: message.created_at } as const;
  let since = message.id;
  const findVersion = async () => {
    const query = { view: 'unassigned', conversation_id: id, since } as const;
    return (await readInbox(toCaller(shop.id, ana), query, { limit: 50, after: undefined })).version;
  };
  for (const change of [
    () => updateIf({ Key: keys.media(shop.id, message.id), ...assign({ status: 'failed' }) }),
    () => updateContact(shop.id, message.contact_id, { name: 'Carla' }),
    // The last message is no longer on the screen.
    async () => {
      since = newId();
    },
    () => applyDeletion(shop.id, { ...deletion, channelMessageId: `${message.channel_message_id}` }),
    () => simulateInboundAndWait(shop, { from }),
    // No longer the last message.
    () =>
      applyEdit(shop.id, {
        ...deletion,
        kind: 'edited',
        channelMessageId: `${message.channel_message_id}`,
        text: 'Oh',
      }),
  ]) {
    const before = await findVersion();
    await change();
    await expect.poll(findVersion, { message: `${change}` }).not.toBe(before);
  }
});
