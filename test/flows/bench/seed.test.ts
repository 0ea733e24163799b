import { expect, it } from 'vitest';
import type { Item } from '../../../functions/table/dynamodb/item.ts';
import { queryFrom } from '../../../functions/table/dynamodb/query.ts';
import { keys } from '../../../functions/table/keys.ts';
import { loadBuilder, seedItems } from '../../../tools/bench/lists/seed.ts';
import { makeWorkspace } from '../../support/client.ts';

const letters = [...'0123456789abcdefghijklmnopqrstuvwxyz'];

const byKey = (items: readonly object[]): string[] =>
  items.map((item) => JSON.stringify(item, ['pk', 'sk', 'hashes'])).sort();

it('the benchmark of searches seeds exactly the rows that the indexer writes', async () => {
  const { id: workspaceId } = await makeWorkspace();
  const { store, list } = await loadBuilder(workspaceId);
  const contacts = [0, 1, 2, 3, 4].map(store);
  const seeded = contacts.flatMap(list);
  const partitions = new Set([
    ...letters.map((letter) => keys.textWord(workspaceId, letter, '', '').pk),
    ...[...letters, ...letters.map((letter) => `~${letter}`)].map((word) => keys.contactWord(workspaceId, word, '').pk),
    ...seeded.map(({ pk }) => String(pk)),
  ]);
  const readRows = async (): Promise<Item[]> =>
    (await Promise.all([...partitions].map((pk) => queryFrom(pk, ' ', 100)))).flat();
  await seedItems(contacts.flat());
  await expect.poll(async () => byKey(await readRows()), { timeout: 20_000 }).toEqual(byKey(seeded));
  expect(seeded).toHaveLength(5 + 4 * 6 + 2 * 6 + 2);
});
