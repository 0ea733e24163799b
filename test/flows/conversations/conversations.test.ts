import { beforeAll, describe, expect, it } from 'vitest';
import type { Conversation, ConversationStatus } from '../../../functions/model/conversations/conversation.ts';
import type { Message } from '../../../functions/model/messages/message.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { newMessagePart } from '../../../functions/table/messages/messages.ts';
import { call, makeWorkspace, readPages } from '../../support/client.ts';
import { listConversations, makeConversation } from '../../support/messages/conversations.ts';
import { newStoredMessage } from '../../support/messages/inbound-items.ts';

const readIds = async (key: string, path: string): Promise<string[][]> =>
  (await readPages(key, path)).map((page) => page.map(({ id }) => id));

describe('GET /conversations', () => {
  const channels = ['msgapp', 'social', 'web'] as const;
  const statuses: ConversationStatus[] = ['open', 'pending', 'closed'];
  let workspaceId: string;
  let key: string;
  let conversations: { id: string; channel: string; status: string }[];

  beforeAll(async () => {
    ({ id: workspaceId, key } = await makeWorkspace());
    conversations = [];
    for (let n = 0; n < 27; n += 1) {
      const [channel = 'msgapp', status = 'open'] = [channels[n % 3], statuses[Math.floor(n / 3) % 3]];
      const id = await makeConversation(workspaceId, { channel, fields: { status } });
      conversations.unshift({ id, channel, status });
    }
  });

  const idsWith = (filter: (row: (typeof conversations)[number]) => boolean): string[] =>
    conversations.filter(filter).map(({ id }) => id);

  it('a listed conversation has exactly the fields of the contract', async () => {
    const [row] = await listConversations(key);
    const { id: contactId } = row?.contact ?? {};
    const unset = { phone: null, social_username: null, email: null, company: null, opted_out_at: null };
    const message = { last_message_text: null, last_message_at: null, last_inbound_at: null, unread_count: 0 };
    const times = { created_at: expect.stringMatching(/Z$/), updated_at: expect.stringMatching(/Z$/) };
    const waits = { window_expires_at: null, waiting_since: null, snoozed_until: null };
    const assignment = { assigned_agent_id: null, team_id: null };
    const contact = { id: contactId, name: 'Ana', tags: [], ...unset };
    const fields = { id: conversations[0]?.id, channel: 'web', contact_id: contactId, status: 'closed' };
    expect(row).toEqual({ ...fields, ...message, ...times, ...waits, ...assignment, contact });
  });

  it('pages hold every conversation once, newest first', async () => {
    const pages = await readIds(key, '/conversations?limit=5');
    expect(pages.flat()).toEqual(conversations.map(({ id }) => id));
    expect(pages).toHaveLength(6);
  });

  it.each([
    ['status', 'pending'],
    ['channel', 'social'],
  ] as const)('the filter for %s lists its conversations in full pages', async (field, value) => {
    const pages = await readIds(key, `/conversations?limit=4&${field}=${value}`);
    expect(pages.flat()).toEqual(idsWith((row) => row[field] === value));
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 1]);
  });

  it('a conversation must match every filter', async () => {
    const pages = await readIds(key, '/conversations?limit=2&channel=web&status=pending');
    expect(pages.flat()).toEqual(idsWith((row) => row.channel === 'web' && row.status === 'pending'));
  });

  it('the contact filter combines with the other filters', async () => {
    const [row] = await listConversations(key);
    const query = `contact_id=${row?.contact_id.toUpperCase()}`;
    expect((await listConversations(key, query)).map(({ id }) => id)).toEqual([row?.id]);
    expect(await listConversations(key, `${query}&channel=web&status=closed`)).toHaveLength(1);
    expect(await listConversations(key, `${query}&channel=msgapp`)).toEqual([]);
    expect(await listConversations(key, `${query}&status=open`)).toEqual([]);
  });

  it.each([
    ['channel=fax', 'invalid_request', 'channel'],
    ['channel=', 'invalid_request', 'channel'],
    ['status=done', 'bad_request', 'status'],
    ['contact_id=me', 'bad_request', 'contact_id'],
  ])('the query %s is refused as %s', async (query, code, field) => {
    const answer = await call<{ error: { code: string; message: string } }>('GET', `/conversations?${query}`, { key });
    expect(answer).toMatchObject({ status: 400, json: { error: { code } } });
    expect(answer.json.error.message).toContain(`"${field}"`);
  });
});

it('GET /conversations/{id} returns the same fields as the list', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const id = await makeConversation(workspaceId);
  const [row] = await listConversations(key);
  const { status, json } = await call<{ data: Conversation }>('GET', `/conversations/${id}`, { key });
  expect({ status, data: json.data }).toEqual({ status: 200, data: row });
});

const message = (workspace_id: string, conversation_id: string, n: number) =>
  newMessagePart(
    newStoredMessage({ workspace_id, conversation_id, channel_message_id: `wamid.${n}`, content_text: `Message ${n}` }),
  );

it('messages are listed newest first, each once, in full pages', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const id = await makeConversation(workspaceId);
  for (let n = 0; n < 80; n += 40)
    await transact(Array.from({ length: 40 }, (_, index) => message(workspaceId, id, n + index)));
  const { json } = await call<{ data: Message[] }>('GET', `/conversations/${id}/messages`, { key });
  expect(json.data).toHaveLength(50);
  expect(json.data[0]).toMatchObject({ content_text: 'Message 79', message_id: 'wamid.79' });
  const pages = await readIds(key, `/conversations/${id}/messages?limit=25`);
  expect(pages.map(({ length }) => length)).toEqual([25, 25, 25, 5]);
  expect(new Set(pages.flat()).size).toBe(80);
  expect(pages.flat()).toEqual(pages.flat().sort().reverse());
});
