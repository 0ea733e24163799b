import { setTimeout as wait } from 'node:timers/promises';
import { alignColumns } from '../../terminal/layout.ts';
import type { Client } from '../client.ts';
import { makeSegment } from '../endpoints/large-workspace.ts';
import { waitForLogLine } from '../log-lines.ts';
import type { BenchService } from '../service.ts';
import { seedWorkspace } from './seed.ts';

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

/** Every list and filter, in workspaces of different sizes: what a call reads must not grow with its workspace. */
export const measureLists = async (
  service: BenchService,
  sizes: number[],
  logProgress: (text: string) => void,
): Promise<ListRow[]> => {
  const rows: ListRow[] = [];
  for (const contacts of sizes) {
    const { id, client } = await service.makeWorkspace();
    const startedMs = performance.now();
    await seedWorkspace(id, contacts, (written) => {
      if (written % 100_000 < 5_000) logProgress(`${written} of ${contacts} contacts…`);
    });
    logProgress(`${contacts} contacts after ${Math.round((performance.now() - startedMs) / 1000)} s.`);
    const paths = await preparePaths(client);
    for (const [call, path] of Object.entries(paths)) {
      rows.push({ call, contacts, ...(await measureCall(service, client, path)) });
    }
    client.close();
  }
  return rows;
};

const preparePaths = async (client: Client): Promise<Record<string, string>> => {
  const tagged = await makeSegment(client, { name: 'Tagged', ...filterBy(hasTag) });
  const rare = await makeSegment(client, { name: 'Rare', ...filterBy(is('name', 'needle')) });
  const rareTagged = await makeSegment(client, { name: 'Rare tagged', ...filterBy(hasTag, is('name', 'needle')) });
  await waitForCount(client, `/segments/${rare}`);
  return {
    contacts: '/contacts',
    'contacts, common search': '/contacts?search=person',
    'contacts, rare search': '/contacts?search=needle',
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
