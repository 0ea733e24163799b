import { expect, it } from 'vitest';
import { Switchboard } from '../../sdk/src/index.ts';
import { answerJson, startFaultyServer } from '../support/network/faulty-server.ts';

const page = (ids: string[], next_cursor: string | null) =>
  answerJson(200, { data: ids.map((id) => ({ id })), meta: { next_cursor } });

const start = async () => {
  const { baseUrl, calls } = await startFaultyServer(page(['a', 'b'], 'one'), page([], 'two'), page(['c'], null));
  return { client: new Switchboard({ apiKey: 'svc_live_test', baseUrl }), calls };
};

it('a loop walks through all pages, empty ones included, with the same filter', async () => {
  const { client, calls } = await start();
  const ids: string[] = [];
  for await (const { id } of client.contacts.list({ search: 'Ana & Söhne' })) ids.push(id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(calls.map(({ path }) => Object.fromEntries(new URL(`http://x${path}`).searchParams))).toEqual([
    { search: 'Ana & Söhne' },
    { search: 'Ana & Söhne', cursor: 'one' },
    { search: 'Ana & Söhne', cursor: 'two' },
  ]);
});

it('a loop that ends early loads no further page', async () => {
  const { client, calls } = await start();
  for await (const { id } of client.contacts.list()) if (id === 'b') break;
  expect(calls).toHaveLength(1);
});

it('a page can be loaded alone and continued later', async () => {
  const { client, calls } = await start();
  const first = await client.contacts.list({ limit: 2 }).page();
  expect(first).toEqual({ items: [{ id: 'a' }, { id: 'b' }], nextCursor: 'one' });
  await client.contacts.list({ limit: 2 }).page(first.nextCursor ?? undefined);
  expect(calls[1]?.path).toBe('/v1/contacts?limit=2&cursor=one');
});
