import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAuditEntries } from '../../../functions/domain/audit/audit-log.ts';
import { createContact, updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { getConversation } from '../../../functions/domain/conversations/conversations.ts';
import { exportContactPage } from '../../../functions/domain/erasures/export-contact.ts';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { NamedCustomer } from '../../../functions/model/contacts/names.ts';
import type { ContactEntry } from '../../../functions/model/contacts/timeline.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { ExportedItem } from '../../../functions/model/erasures/erasure.ts';
import type { ListedSegment } from '../../../functions/model/segments/segment.ts';
import { clock, dayMs, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryContactResponses } from '../../../functions/table/access/contact-responses.ts';
import { queryMessages } from '../../../functions/table/messages/messages.ts';
import { connectNumber } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { callDashboard, makeStaffedWorkspace, type Person } from '../../support/dashboard/dashboard.ts';
import { callHandlers } from '../../support/dashboard/handlers.ts';
import { makeConversation } from '../../support/messages/conversations.ts';

let workspace: { id: string; owner: Person };

beforeEach(async () => {
  workspace = await makeStaffedWorkspace();
});

interface Answer<Data> {
  data: Data;
  meta: { next_cursor: string | null; looked_at: number };
}

const call = async <Data>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const { session } = workspace.owner;
  return (await callDashboard<Answer<Data>>(method, `/api/w/${workspace.id}${path}`, { session, body, headers })).json;
};

const makeContact = async (name: string, tags: string[] = []): Promise<Contact> =>
  (await createContact(workspace.id, newId(), { phone: newPhone(), name, tags })).contact;

const listActions = async (): Promise<string[]> =>
  (await listAuditEntries(workspace.id, {}, { limit: 10, after: undefined })).items.map(({ action }) => action);

describe('the list of contacts', () => {
  it('consent and channel are filters beside the text, and a filtered page says how many contacts it looked at', async () => {
    const ana = await makeContact('Ana Silva');
    await makeContact('Ana Lima');
    await makeContact('Ben');
    await updateContact(workspace.id, ana.id, { opted_out: true });
    const names = async (query: string) => {
      const { data, meta } = await call<Contact[]>('GET', `/contacts?${query}`);
      return { names: data.map(({ name }) => name), looked_at: meta.looked_at };
    };
    expect(await names('search=ana&consent=opted_out')).toMatchObject({ names: ['Ana Silva'] });
    expect(await names('search=ana&consent=opted_in')).toMatchObject({ names: ['Ana Lima'] });
    expect(await names('channel=social')).toEqual({ names: [], looked_at: 3 });
    expect((await names('channel=msgapp')).names).toEqual(['Ben', 'Ana Lima', 'Ana Silva']);
  });

  it('tags are listed by name and found by a part of it', async () => {
    await makeContact('Ana', ['VIP', 'new in town', 'vip plus']);
    const names = async (query: string) =>
      (await call<{ name: string }[]>('GET', `/tags?${query}`)).data.map(({ name }) => name);
    expect(await names('')).toEqual(['new in town', 'VIP', 'vip plus']);
    expect(await names('search=Vip&limit=1')).toEqual(['VIP']);
  });
});

it('one call names contacts and conversations of the workspace, and an erased contact is no longer among them', async () => {
  const ana = await makeContact('Ana Silva');
  const gone = await makeContact('Ben');
  const conversation = await makeConversation(workspace.id, { channel: 'web' });
  const foreign = await makeConversation(newId(), { channel: 'web' });
  await call('DELETE', `/contacts/${gone.id}`);
  const { data } = await call<NamedCustomer[]>('POST', '/contacts/names', {
    contact_ids: [ana.id, gone.id],
    conversation_ids: [conversation, foreign],
  });
  expect(data.map(({ id }) => id)).toEqual([ana.id, conversation]);
  expect(data[0]?.contact).toEqual({ id: ana.id, name: 'Ana Silva', phone: ana.phone, social_username: null });
});

describe('a contact', () => {
  it('the timeline tells which member recorded a choice about broadcasts', async () => {
    const { id } = await makeContact('Ana');
    await call('PATCH', `/contacts/${id}/consent`, { opted_out: true });
    await updateContact(workspace.id, id, { opted_out: false });
    const { data } = await call<ContactEntry[]>('GET', `/contacts/${id}/timeline`);
    expect(data.map(({ kind, by }) => ({ kind, by }))).toEqual([
      { kind: 'opted_in', by: { kind: 'api' } },
      { kind: 'opted_out', by: { kind: 'member', name: 'Olivia' } },
      { kind: 'added', by: null },
    ]);
  });

  it('a member writes first with a template, the conversation is theirs, and a test of a broadcast names them, too', async () => {
    await connectNumber(workspace.id);
    const { id, phone } = await makeContact('Ana');
    const template = { name: 'hello_world', language: 'en_US' };
    const write = (contactId: string) =>
      call<{ conversation_id: string }>('POST', `/inbox/contacts/${contactId}/messages`, { template });
    const { conversation_id } = (await write(id)).data;
    const [conversation] = (await call<Conversation[]>('GET', `/contacts/${id}/conversations`)).data;
    const { id: me } = workspace.owner.user;
    expect(conversation).toMatchObject({ id: conversation_id, channel: 'msgapp', assigned_agent_id: me });
    const { data: timeline } = await call<ContactEntry[]>('GET', `/contacts/${id}/timeline`);
    expect(timeline.map(({ kind }) => kind).sort()).toEqual(['added', 'conversation_began', 'last_received']);
    const { items: log } = await listAuditEntries(workspace.id, {}, { limit: 1, after: undefined });
    expect(log).toMatchObject([{ target: { id: conversation_id }, details: 'assigned to Olivia' }]);
    await call('POST', '/broadcasts/test', { to: phone, template });
    const { items } = await queryMessages(conversation_id, { limit: 5, after: undefined });
    const authors = items.map(({ sent_by, sent_by_member_id }) => `${sent_by} ${sent_by_member_id}`);
    expect(authors).toEqual([`agent ${me}`, `agent ${me}`]);
    const other = await makeConversation(workspace.id, { channel: 'web', contact: { phone: null } });
    const { contact_id } = await getConversation(workspace.id, other);
    expect(await write(contact_id)).toMatchObject({ error: { message: expect.stringContaining('no phone number') } });
  });

  it('a kept response that shows the contact is found by its erasure', async () => {
    const key = { 'idempotency-key': newId() };
    const { data } = await call<Contact>('POST', '/contacts', { phone: newPhone() }, key);
    const kept = await queryContactResponses(workspace.id, data.id, { limit: 5, after: undefined });
    expect(kept.items).toHaveLength(1);
  });

  it('its segments are the lists that it is on and the filters that it matches', async () => {
    const { id } = await makeContact('Ana', ['vip']);
    const makeSegment = (name: string, fields: object) =>
      createSegment(workspace.id, newId(), { name, kind: 'static', ...fields });
    const tagged = (value: string) => ({
      kind: 'dynamic',
      filter: { match: 'all', rules: [{ field: 'tag', op: 'has', value }] },
    });
    const list = await makeSegment('On the list', {});
    await makeSegment('Another list', {});
    await makeSegment('By filter', tagged('vip'));
    await makeSegment('Another filter', tagged('other'));
    await call('POST', `/segments/${list.id}/contacts`, { contact_ids: [id] });
    const { data } = await call<ListedSegment[]>('GET', `/contacts/${id}/segments`);
    expect(data.map(({ name }) => name)).toEqual(['By filter', 'On the list']);
  });

  it('an export has everything over its pages and leaves one audit entry', async () => {
    const { id } = await makeContact('Ana');
    const items: ExportedItem[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: Answer<ExportedItem[]> = await call('POST', `/contacts/${id}/export`, cursor ? { cursor } : {});
      items.push(...page.data);
      cursor = page.meta.next_cursor;
    }
    expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['contact', 'pointer']));
    expect(await listActions()).toEqual(['contact.exported']);
    const kept = exportContactPage(workspace.id, id, `${isoTime(Date.now() - dayMs - 1)} 1`);
    await expect(kept).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('an import', () => {
  it('only the call without the cursor of an earlier one leaves an audit entry', async () => {
    const batch = () => ({ contacts: [{ phone: newPhone() }, { phone: 'none' }], rows: 6 });
    const first = await call<{ created: number; rejected: number }>('POST', '/contacts/batch', batch());
    expect(first.data).toMatchObject({ created: 1, rejected: 1 });
    await call('POST', '/contacts/batch', { ...batch(), cursor: first.meta.next_cursor });
    expect(await listActions()).toEqual(['contact.imported']);
    await call('POST', '/contacts/batch', { ...batch(), cursor: 'forged' });
    expect(await listActions()).toEqual(['contact.imported', 'contact.imported']);
  });

  it('a cursor that was kept does not hide another import from the audit log', async () => {
    const path = `/api/w/${workspace.id}/contacts/batch`;
    const call = { session: workspace.owner.session, body: { contacts: [{ phone: newPhone() }] } };
    const past = vi.spyOn(clock, 'now').mockReturnValue(Date.now() - 2 * dayMs);
    const { status, json } = await callHandlers<Answer<object>>('POST', path, call);
    past.mockRestore();
    expect({ status, json }).toMatchObject({ status: 200 });
    await callDashboard('POST', path, { ...call, body: { ...call.body, cursor: json.meta.next_cursor } });
    expect(await listActions()).toHaveLength(2);
  });
});

it('pasted numbers add the contacts that have them; the others are counted', async () => {
  const [ana, ben] = [await makeContact('Ana'), await makeContact('Ben')];
  const { data: list } = await call<ListedSegment>('POST', '/segments', { name: 'Friends' });
  const add = (body: object) => call('POST', `/segments/${list.id}/contacts`, body);
  await add({ contact_ids: [ana.id] });
  const phones = [ana.phone, ben.phone, `${ben.phone}`.replace('+49', '0'), newPhone(), 'nonsense'];
  const result = { changed: 1, unchanged: 1, unknown: 2, invalid: ['nonsense'], invalid_count: 1 };
  expect(await add({ phones, contact_ids: [newId()] })).toEqual({ data: result });
  const removed = await call('DELETE', `/segments/${list.id}/contacts`, { phones: [ben.phone] });
  expect(removed).toMatchObject({ data: { changed: 1 } });
  const { data: members } = await call<Contact[]>('GET', `/segments/${list.id}/contacts`);
  expect(members.map(({ id }) => id)).toEqual([ana.id]);
});
