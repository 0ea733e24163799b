import { setTimeout as wait } from 'node:timers/promises';
import { alignColumns } from '../../terminal/layout.ts';
import type { Client } from '../client.ts';
import { makeSegment } from '../endpoints/scenario.ts';
import { waitForLogLine } from '../log-lines.ts';
import { type BenchService, logProgress } from '../service.ts';
import { keepTableAlone, seedWorkspace } from './seed.ts';

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
  if (kind === 'searches') await keepTableAlone();
  for (const contacts of sizes) {
    const { id, client } = await service.makeWorkspace();
    const startedMs = performance.now();
    const items = await seedWorkspace(id, contacts, kind === 'searches' ? 'whole' : 'unseen');
    const seconds = (performance.now() - startedMs) / 1_000;
    logProgress(`${contacts} contacts, ${items} items after ${Math.round(seconds)} s.`);
    // The first call of a key reads more than the others.
    await client.call('GET', '/me');
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
  'contacts, last digits of one': '/contacts?search=2000000',
  'contacts, last digits of many': '/contacts?search=4711',
  'contacts, first digits of all': '/contacts?search=0151%201',
  'contacts, nobody': '/contacts?search=nobody',
  'conversations, common word': '/conversations?search=invoice',
  'conversations, rare word': '/conversations?search=needle',
  'conversations, two words': '/conversations?search=invoice%20needle',
  'conversations, two common words': '/conversations?search=invoice%20waiting',
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
