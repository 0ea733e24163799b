import { setTimeout as wait } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { alignColumns } from '../../terminal/layout.ts';
import type { Client } from '../client.ts';
import { makeSegment } from '../endpoints/scenario.ts';
import { waitForLogLine } from '../log-lines.ts';
import { type BenchService, logProgress } from '../service.ts';

export interface ListRow {
  call: string;
  contacts: number;
  round_trips: number;
  read_units: number;
  rows: number;
  hasNext: boolean;
}

const is = (field: string, value: string) => ({ field, op: 'is', value });
const hasTag = { field: 'tag', op: 'has', value: 'seeded' };
const filterBy = (...rules: object[]) => ({ kind: 'dynamic', filter: { match: 'all', rules } });

/**
 * Every list and filter, or only searches, in workspaces of different sizes: what a call reads must not grow with its
 * workspace.
 */
export const measureLists = async (
  service: BenchService,
  sizes: number[],
  kind: 'all' | 'searches' = 'all',
): Promise<ListRow[]> => {
  const rows: ListRow[] = [];
  for (const contacts of sizes) {
    const { id, client } = await service.makeWorkspace();
    const startedMs = performance.now();
    await seedWorkspace(id, contacts);
    logProgress(`${contacts} contacts after ${Math.round((performance.now() - startedMs) / 1000)} s.`);
    const paths = { ...searches, ...(kind === 'all' ? await preparePaths(client) : {}) };
    for (const [call, path] of Object.entries(paths)) {
      rows.push({ call, contacts, ...(await measureCall(service, client, path)) });
    }
    client.close();
  }
  return rows;
};

const searches = {
  'contacts, common search': '/contacts?search=person',
  'contacts, rare search': '/contacts?search=needle',
  'contacts, two common words': '/contacts?search=example%20person',
  'contacts, digits': '/contacts?search=2000000',
  'contacts, nobody': '/contacts?search=nobody',
  'conversations, common word': '/conversations?search=invoice',
  'conversations, rare word': '/conversations?search=needle',
  'conversations, two words': '/conversations?search=invoice%20needle',
  'conversations, beginning of a word': '/conversations?search=inv',
  'conversations, phrase': '/conversations?search=%22lost%20needle%22',
};

const preparePaths = async (client: Client): Promise<Record<string, string>> => {
  const tagged = await makeSegment(client, { name: 'Tagged', ...filterBy(hasTag) });
  const rare = await makeSegment(client, { name: 'Rare', ...filterBy(is('name', 'needle')) });
  const rareTagged = await makeSegment(client, { name: 'Rare tagged', ...filterBy(hasTag, is('name', 'needle')) });
  await waitForCount(client, `/segments/${rare}`);
  return {
    contacts: '/contacts',
    'contacts by tag': '/contacts?tag=seeded',
    'contacts by tag, rare search': '/contacts?tag=seeded&search=needle',
    conversations: '/conversations',
    'conversations by status': '/conversations?status=open',
    'conversations, rare channel': '/conversations?channel=web',
    'conversations by status, rare channel': '/conversations?status=open&channel=web',
    segments: '/segments',
    'contacts of a tag segment': `/segments/${tagged}/contacts`,
    'contacts of a rare segment': `/segments/${rare}/contacts`,
    'contacts of a rare segment of a tag': `/segments/${rareTagged}/contacts`,
    'a segment with its count': `/segments/${rare}`,
  };
};

const pollsMax = 3_000;

/** Until it is complete, a count in the background has not found the oldest contact. */
const waitForCount = async (client: Client, path: string): Promise<void> => {
  for (let polls = 0; polls < pollsMax; polls += 1) {
    const { json } = await client.call('GET', path);
    if ((json as { data: { member_count: number } }).data.member_count === 1) return;
    await wait(1_000);
  }
  throw new Error(`${path} was not counted.`);
};

const measureCall = async (
  { lines }: BenchService,
  client: Client,
  path: string,
): Promise<Omit<ListRow, 'call' | 'contacts'>> => {
  const { requestId, status, json } = await client.call('GET', path);
  if (status !== 200) throw new Error(`GET ${path} returned ${JSON.stringify(json)}.`);
  const { round_trips, read_units } = await waitForLogLine(lines, requestId);
  const { data, meta } = json as { data: unknown; meta?: { next_cursor: string | null } };
  return {
    round_trips,
    read_units,
    rows: Array.isArray(data) ? data.length : 1,
    hasNext: typeof meta?.next_cursor === 'string',
  };
};

export const formatLists = (rows: ListRow[]): string => {
  const sizes = [...new Set(rows.map(({ contacts }) => contacts))];
  const calls = [...new Set(rows.map(({ call }) => call))];
  const header = ['list', ...sizes.flatMap((size) => [`${size} contacts: round trips`, 'read units', 'rows'])];
  const lines = calls.map((call) => [
    call,
    ...sizes.flatMap((size) => {
      const row = rows.find((candidate) => candidate.call === call && candidate.contacts === size);
      return row
        ? [String(row.round_trips), String(row.read_units), `${row.rows}${row.hasNext ? ' and more' : ''}`]
        : [];
    }),
  ]);
  return alignColumns([header, ...lines]).join('\n');
};

/**
 * Every fourth contact has the tag and a conversation with four messages, so 10,000 contacts are enough for more than
 * 2,000 rows of each, and there are as many messages as contacts.
 */
const taggedEvery = 4;

/** Contacts are built and written in slices, so a million of them need little memory. */
const sliceSize = 5_000;

/** Writes the items of the API straight to the table. The oldest contact and conversation are the only rare ones. */
const seedWorkspace = async (workspaceId: string, count: number): Promise<void> => {
  const { createContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const first = { phone: '+4915112000000', name: 'Needle', tags: ['seeded'] };
  const { contact } = await createContact(workspaceId, newId(), first);
  const buildItems = await loadBuilder(workspaceId, contact.tags);
  await putItems(buildItems(0, 'web', 'I lost needle 0, and my invoice'));
  for (let start = 1; start < count; start += sliceSize) {
    const numbers = Array.from({ length: Math.min(sliceSize, count - start) }, (_, index) => start + index);
    await putItems(numbers.flatMap((n) => buildItems(n, 'msgapp', `Where is invoice ${n}?`)));
    if (start % 100_000 < sliceSize) logProgress(`${start} of ${count} contacts…`);
  }
};

type Item = Record<string, unknown>;

/**
 * Leaves out the pointers from phone numbers, which no list reads, and `entity`, so the stream's filter skips the
 * items.
 */
const loadBuilder = async (workspaceId: string, tags: { id: string; name: string; color: string }[]) => {
  const { newContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newConversation } = await import('../../../functions/domain/conversations/new-conversation.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { newContactParts } = await import('../../../functions/table/contacts/contact-writes.ts');
  const { tagContactPart } = await import('../../../functions/table/contacts/tags.ts');
  const { newConversationPart } = await import('../../../functions/table/conversations/conversations.ts');
  const { wordsOf } = await import('../../../functions/domain/contacts/index-contacts.ts');
  const { toMonthRows } = await import('../../../functions/domain/conversations/index-texts.ts');
  const { toTextKey } = await import('../../../functions/table/conversations/words.ts');
  const { keys } = await import('../../../functions/table/keys.ts');
  const listMessages = (conversationId: string, text: string): Item[] => {
    const texts = [text, 'Hello?', 'Are you there', 'Still waiting for an answer'].map((content_text) => {
      const entry = { workspaceId, conversationId, entryId: newId(), isNote: false };
      return { ...entry, text: content_text };
    });
    const messages = texts.map(({ entryId, text: content_text }) => ({
      ...keys.message(conversationId, entryId),
      ...{ id: entryId, content_text, deleted_at: null },
    }));
    return [...messages, ...toMonthRows(texts).rows.map((row) => ({ ...toTextKey(row) }))];
  };
  return (n: number, channel: 'msgapp' | 'web', text: string): Item[] => {
    const isTagged = n % taggedEvery === 0;
    const fields = { name: `Person ${n}`, email: `person.${n}@example.com`, company: 'Example' };
    const contact = { ...newContact(newId(), fields), channels: [channel], tags: isTagged ? tags : [] };
    const conversation = newConversation(contact, channel);
    const parts = [
      ...newContactParts(workspaceId, contact),
      ...contact.tags.map(({ id }) => tagContactPart(workspaceId, id, contact.id)),
      ...(isTagged ? [newConversationPart(workspaceId, conversation)] : []),
    ];
    return [
      ...parts.flatMap((part) => ('Put' in part && part.Put.Item ? [{ ...part.Put.Item, entity: undefined }] : [])),
      ...wordsOf(contact).map((word) => ({ ...keys.contactWord(workspaceId, word, contact.id) })),
      ...(isTagged ? listMessages(conversation.id, text) : []),
    ];
  };
};

const batchItemsMax = 25;
const writers = 8;

export const putItems = async (items: Item[]): Promise<void> => {
  const { table } = await import('../../../functions/table/dynamodb/client.ts');
  const { env } = await import('../../../functions/platform/env.ts');
  const { pack } = await import('../../../functions/platform/pack.ts');
  const batches = pack(items, { countMax: batchItemsMax });
  const writeNext = async (): Promise<void> => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [env.tableName()]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: writers }, writeNext));
};
