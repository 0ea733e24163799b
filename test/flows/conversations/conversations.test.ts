import { beforeAll, describe, expect, it } from 'vitest';
import type { Conversation, ConversationStatus } from '../../../functions/model/conversation.ts';
import type { Message } from '../../../functions/model/message.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { newMessagePart } from '../../../functions/table/messages/messages.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { patchContact } from '../../support/contacts.ts';
import { listConversations, makeConversation } from '../../support/conversations.ts';
import { getConversation } from '../../support/simulator.ts';

interface List<Row> {
  data: Row[];
  meta: { next_cursor: string | null };
}

/** Reads a list to its end, as the ids of each page. */
const pagesOf = async (key: string, path: string): Promise<string[][]> => {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { json }: { json: List<{ id: string }> } = await call('GET', `${path}&cursor=${cursor}`, { key });
    pages.push(json.data.map(({ id }) => id));
    cursor = json.meta.next_cursor;
  }
  return pages;
};

describe('GET /conversations', () => {
  const channels = ['msgapp', 'social', 'web'] as const;
  const statuses: ConversationStatus[] = ['open', 'pending', 'closed'];
  let workspaceId: string;
  let key: string;
  /** Newest first, each channel with each status three times. */
  let made: { id: string; channel: string; status: string }[];

  beforeAll(async () => {
    ({ id: workspaceId, key } = await makeWorkspace());
    made = [];
    for (let n = 0; n < 27; n += 1) {
      const [channel = 'msgapp', status = 'open'] = [channels[n % 3], statuses[Math.floor(n / 3) % 3]];
      made.unshift({ id: await makeConversation(workspaceId, { channel, fields: { status } }), channel, status });
    }
  });

  const idsWith = (filter: (row: (typeof made)[number]) => boolean): string[] =>
    made.filter(filter).map(({ id }) => id);

  it('shows each conversation with its contact, exactly as the contract says', async () => {
    const [row] = await listConversations(key);
    const { id: contactId } = row?.contact ?? {};
    expect(row).toEqual({
      id: made[0]?.id,
      channel: 'web',
      contact_id: contactId,
      status: 'closed',
      assigned_agent_id: null,
      last_message_text: null,
      last_message_at: null,
      last_inbound_at: null,
      unread_count: 0,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      contact: {
        id: contactId,
        phone: null,
        social_username: null,
        name: 'Ana',
        email: null,
        company: null,
        tags: [],
      },
    });
  });

  it('lists all, newest first', async () => {
    expect((await listConversations(key)).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
  });

  it.each([1, 5, 26, 27, 50])('reads on to the end in pages of %i, none twice, none missing', async (limit) => {
    const pages = await pagesOf(key, `/conversations?limit=${limit}`);
    expect(pages.flat()).toEqual(made.map(({ id }) => id));
    expect(pages).toHaveLength(Math.max(1, Math.ceil(27 / limit)));
  });

  it.each(['open', 'pending', 'closed'])('filters by the status %s, in pages', async (status) => {
    const pages = await pagesOf(key, `/conversations?limit=4&status=${status}`);
    expect(pages.flat()).toEqual(idsWith((row) => row.status === status));
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 1]);
  });

  it.each(['msgapp', 'social', 'web'])('filters by the channel %s, in pages', async (channel) => {
    const pages = await pagesOf(key, `/conversations?limit=4&channel=${channel}`);
    expect(pages.flat()).toEqual(idsWith((row) => row.channel === channel));
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 1]);
  });

  it('combines filters', async () => {
    const pages = await pagesOf(key, '/conversations?limit=2&channel=web&status=pending');
    expect(pages.flat()).toEqual(idsWith((row) => row.channel === 'web' && row.status === 'pending'));
  });

  it('shows one contact alone, with the other filters', async () => {
    const [row] = await listConversations(key);
    const query = `contact_id=${row?.contact_id.toUpperCase()}`;
    expect((await listConversations(key, query)).map(({ id }) => id)).toEqual([row?.id]);
    expect(await listConversations(key, `${query}&channel=web&status=closed`)).toHaveLength(1);
    expect(await listConversations(key, `${query}&channel=msgapp`)).toEqual([]);
    expect(await listConversations(key, `${query}&status=open`)).toEqual([]);
  });

  it("shows nothing of another workspace's contact", async () => {
    const [row] = await listConversations(key);
    const stranger = await makeWorkspace();
    expect(await listConversations(stranger.key, `contact_id=${row?.contact_id}`)).toEqual([]);
    expect(await listConversations(stranger.key)).toEqual([]);
  });

  it.each([
    ['channel=fax', 'invalid_request', 'channel'],
    ['channel=', 'invalid_request', 'channel'],
    ['status=done', 'bad_request', 'status'],
    ['contact_id=me', 'bad_request', 'contact_id'],
  ])('refuses %s as %s', async (query, code, field) => {
    const answer = await call<{ error: { code: string; message: string } }>('GET', `/conversations?${query}`, { key });
    expect(answer).toMatchObject({ status: 400, json: { error: { code } } });
    expect(answer.json.error.message).toContain(`"${field}"`);
  });

  it('shows an edit of the contact at once', async () => {
    const own = await makeWorkspace();
    const id = await makeConversation(own.id);
    const { contact_id: contactId } = await getConversation(own.key, id);
    await patchContact(own.key, contactId, { company: 'Acme', tags: ['vip'] });
    const [row] = await listConversations(own.key);
    expect(row?.contact).toMatchObject({ company: 'Acme', tags: [{ name: 'vip' }] });
  });
});

describe('GET /conversations/{id}', () => {
  it('is the row of the list', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    const [row] = await listConversations(key);
    const { status, json } = await call<{ data: Conversation }>('GET', `/conversations/${id}`, { key });
    expect({ status, data: json.data }).toEqual({ status: 200, data: row });
  });
});

describe('GET /conversations/{id}/messages', () => {
  const message = (workspaceId: string, conversationId: string, n: number) =>
    newMessagePart({
      id: newId(),
      workspace_id: workspaceId,
      conversation_id: conversationId,
      contact_id: newId(),
      channel: 'msgapp',
      channel_message_id: `wamid.${n}`,
      direction: 'inbound',
      sender_type: 'customer',
      content_type: 'text',
      content_text: `Message ${n}`,
      media_url: null,
      template_name: null,
      status: 'delivered',
      reply_to_message_id: null,
      interactive_reply_id: null,
      deleted_at: null,
      created_at: isoTime(clock.now()),
    });

  it('lists the messages newest first, in pages, none twice, none missing', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    for (let n = 0; n < 120; n += 40) {
      await transact(Array.from({ length: 40 }, (_, place) => message(workspaceId, id, n + place)));
    }
    const { json } = await call<List<Message>>('GET', `/conversations/${id}/messages`, { key });
    expect(json.data).toHaveLength(50);
    expect(json.data[0]).toMatchObject({ content_text: 'Message 119', message_id: 'wamid.119' });
    const pages = await pagesOf(key, `/conversations/${id}/messages?limit=25`);
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 25, 25, 20]);
    expect(new Set(pages.flat()).size).toBe(120);
    expect(pages.flat()).toEqual(pages.flat().sort().reverse());
  });

  it('is empty where nothing was said', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    const { status, json } = await call('GET', `/conversations/${id}/messages`, { key });
    expect({ status, json }).toEqual({ status: 200, json: { data: [], meta: { next_cursor: null } } });
  });

  it("answers 404 for another workspace's conversation, never an empty list", async () => {
    const { id: workspaceId } = await makeWorkspace();
    const id = await makeConversation(workspaceId);
    await transact([message(workspaceId, id, 1)]);
    const stranger = await makeWorkspace();
    const answer = await call('GET', `/conversations/${id}/messages`, { key: stranger.key });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
  });
});
