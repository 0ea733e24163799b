import * as fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { applyIndexChanges, toIndexChange, wordsOf } from '../../../functions/domain/contacts/index-contacts.ts';
import { listContacts } from '../../../functions/domain/contacts/list-contacts.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { matchesSearch, parseSearch } from '../../../functions/model/contacts/search.ts';
import type { Page, PageRequest } from '../../../functions/model/page.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContactCount, queryContactWords, setContactCount } from '../../../functions/table/contacts/words.ts';
import { putItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeWorkspace } from '../../support/client.ts';
import { listAllContacts, makeContact, newPhone, patchContact } from '../../support/contacts.ts';
import { deleteContact } from '../../support/erasures.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { blankContact, seedContacts } from '../../support/segments.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';

const waitForCount = (workspaceId: string, count: number) =>
  vi.waitFor(async () => expect(await findContactCount(workspaceId)).toBe(count), { timeout: 60_000 });

const newWorkspaceId = async (): Promise<string> => {
  const workspaceId = newId();
  await setContactCount(workspaceId, 0);
  return workspaceId;
};

const listedUnder = async (workspaceId: string, word: string): Promise<string[]> =>
  (await queryContactWords(workspaceId, word, 10)).map(({ contactId }) => contactId);

/** Follows the cursors to the end. */
const findAll = async (workspaceId: string, search: string): Promise<string[]> => {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await find(workspaceId, search, { limit: 20, after });
    ids.push(...items.map(({ id }) => id));
    after = next;
  } while (after !== undefined);
  return ids;
};

/** No search costs more or waits more often, whatever it finds. */
const find = async (workspaceId: string, search: string, page: PageRequest = { limit: 50, after: undefined }) => {
  let found: Page<Contact> = { items: [], next: undefined };
  const cost = await measureCost(async () => {
    found = await listContacts(workspaceId, { search }, page);
  });
  expect(cost['read_units'], search).toBeLessThanOrEqual(30);
  expect(cost['round_trips'], search).toBeLessThanOrEqual(3);
  return found;
};

const scripts = [
  'abcdeéß',
  'абвгд',
  'αβγδς',
  'אבגדה',
  'ابةىأ',
  '王小明山田',
  'あいうエオ',
  'สมชาย',
  'अआइकख',
  '가나다라마',
];

describe('a search of contacts', () => {
  it('exactly the contacts that have a word are found by its beginning, in ten scripts', async () => {
    const workspaceId = await newWorkspaceId();
    const names = fc.sample(
      fc
        .constantFrom(...scripts)
        .chain((letters) =>
          fc.array(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 5 }), {
            minLength: 1,
            maxLength: 3,
          }),
        )
        .map((words) => words.join(' ')),
      200,
    );
    await seedContacts(workspaceId, names.length, (index) => ({ name: String(names[index]), phone: newPhone() }));
    await waitForCount(workspaceId, names.length);
    const contacts = await listAllContacts(workspaceId);
    const begins = fc.sample(fc.tuple(fc.nat(names.length - 1), fc.nat(2), fc.integer({ min: 1, max: 4 })), 40);
    for (const [index, word, length] of begins) {
      const words = String(names[index]).split(' ');
      const search = [...String(words[word % words.length])].slice(0, length).join('');
      const expected = contacts.filter((contact) => matchesSearch(contact, parseSearch(search)));
      const listed = contacts.filter((contact) => {
        const beginnings = parseSearch(search).flatMap((part) => part.beginnings);
        return wordsOf(contact).some((own) => beginnings.some((beginning) => own.startsWith(beginning)));
      });
      const found = new Set(await findAll(workspaceId, search));
      expect(
        listed.filter(({ id }) => !found.has(id)).map(({ name }) => name),
        search,
      ).toEqual([]);
      expect(
        [...found].filter((id) => expected.every((contact) => contact.id !== id)),
        search,
      ).toEqual([]);
    }
  });

  it('someone old is found for few units beside hundreds of new ones, also by digits and by rare words', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const fields = { email: 'ana.silva@old.example', company: 'Alte Post', social_username: 'anasilva' };
    const [ana] = await seedContacts(workspaceId, 1, () => ({ name: 'Ana Silva', phone: '+14155550123', ...fields }));
    await seedContacts(workspaceId, 170, (index) => ({
      name: `Ana Import ${index}`,
      phone: `+4915112${10_000 + index}`,
    }));
    await seedContacts(workspaceId, 160, (index) => ({
      name: `Bea Silva ${index}`,
      phone: `+4915113${10_000 + index}`,
    }));
    await waitForCount(workspaceId, 331);
    for (const search of [
      'ana sil',
      'silva ana',
      'post',
      'ana.silva@o',
      'anasilva',
      '415 555 01',
      '0123',
      '+1 415 5550',
      '1415555',
    ])
      expect(
        (await find(workspaceId, search)).items.map(({ id }) => id),
        search,
      ).toContain(ana);
    expect(await find(workspaceId, 'nobody')).toEqual({ items: [], next: undefined });
    for (const [search, count] of [
      ['ana', 171],
      ['a', 171],
      ['s a', 161],
    ] as const) {
      const found = await findAll(workspaceId, search);
      expect(new Set(found).size, search).toBe(count);
      expect(found, search).toHaveLength(count);
    }
  });
});

it('who was stored a moment ago comes first, even if those whom the index lists fill the page', async () => {
  const workspaceId = await newWorkspaceId();
  const listed = await seedContacts(workspaceId, 3, () => ({ name: 'Ana Silva' }));
  await waitForCount(workspaceId, 3);
  const id = newId();
  // Without its entity, the indexer does not see the contact.
  await putItems([{ ...keys.contact(workspaceId, id), ...blankContact(id), name: 'Ana Torres' }]);
  const { items, next } = await find(workspaceId, 'ana', { limit: 2, after: undefined });
  expect(items.map((contact) => contact.id)).toEqual([id, listed[0]]);
  expect((await find(workspaceId, 'ana', { limit: 2, after: next })).items.map((contact) => contact.id)).toEqual([
    listed[1],
    listed[2],
  ]);
});

describe('a search among large contacts', () => {
  let workspaceId: string;

  beforeAll(async () => {
    const large = { name: 'Ana '.repeat(10), company: 'Example', attributes: { note: 'x'.repeat(16_000) } };
    workspaceId = await newWorkspaceId();
    await seedContacts(workspaceId, 200, () => large);
    await waitForCount(workspaceId, 200);
  });

  it.each([
    ['one letter', 'a'],
    ['a very long word', 'x'.repeat(10_000)],
    ['only emoji', '😀😀'],
    ['wildcards', '%*_'],
    ['two words that everyone has, but nobody in this order', 'example ana'],
    ['50 words', Array(50).fill('ana').join(' ')],
    ['direction marks', '\u202e\u200f'],
  ])('%s is bounded and never fails', async (_, search) => {
    await find(workspaceId, search, { limit: 100, after: undefined });
  });
});

describe('the index of contacts', () => {
  it('a contact is listed under its present words only, and under none once it is erased', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key, { name: 'Ana Silva', email: 'ana@silva.example' });
    const idsOf = (word: string) => listedUnder(workspaceId, word);
    await expect.poll(() => idsOf('ana sil'), { timeout: 20_000 }).toEqual([id]);
    await patchContact(key, id, { name: 'Bea Silva' });
    const words = ['bea', 'silva', 'ana@', 'ana sil'];
    const listed = () => Promise.all(words.map(idsOf));
    await expect.poll(listed).toEqual([[id], [id], [id], []]);
    await deleteContact(key, id);
    await expect.poll(listed).toEqual([[], [], [], []]);
  });

  it('a replica that does not know a new name yet costs the contact no word', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const { id } = await makeContact(key, { name: 'Ana Silva' });
    await expect.poll(() => listedUnder(workspaceId, 'silva')).toEqual([id]);
    const { catchUp, staleReads } = await lagBehind(keys.contact(workspaceId, id));
    await patchContact(key, id, { name: 'Ana Torres' });
    await expect.poll(() => listedUnder(workspaceId, 'torres')).toEqual([id]);
    expect((await find(workspaceId, 'torres')).items.map((contact) => contact.id)).toEqual([id]);
    expect(staleReads()).toBeGreaterThan(0);
    expect(await listedUnder(workspaceId, 'torres')).toEqual([id]);
    catchUp();
  });

  it('two workspaces never find each other', async () => {
    const [own, other] = [await newWorkspaceId(), await newWorkspaceId()];
    await seedContacts(other, 1, () => ({ name: 'Theirs' }));
    await waitForCount(other, 1);
    expect(await findAll(own, 'theirs')).toEqual([]);
  });

  it('a crash at any call of the indexer leaves the words of the last state and counts everyone once', async () => {
    const toItem = (workspaceId: string, contact: ReturnType<typeof blankContact>) => ({
      ...keys.contact(workspaceId, contact.id),
      entity: 'contact',
      ...contact,
    });
    await crashAtEveryCall({
      prepare: async () => {
        const workspaceId = await newWorkspaceId();
        const [ana, ben] = [blankContact(newId()), blankContact(newId())];
        const renamed = toItem(workspaceId, { ...ana, name: 'Anna Gold' });
        const changes = [
          { id: newId(), before: undefined, after: toItem(workspaceId, { ...ana, name: 'Ana Silva' }) },
          { id: newId(), before: toItem(workspaceId, { ...ana, name: 'Ana Silva' }), after: renamed },
          { id: newId(), before: undefined, after: toItem(workspaceId, { ...ben, name: 'Ben' }) },
          { id: newId(), before: toItem(workspaceId, { ...ben, name: 'Ben' }), after: undefined },
        ];
        return { workspaceId, id: ana.id, changes };
      },
      // A batch that failed comes again in halves.
      run: async ({ changes }, receiveCount) => {
        const own = changes.map(toIndexChange);
        for (const part of receiveCount === 1 ? [own] : [own.slice(0, 2), own.slice(2)]) await applyIndexChanges(part);
      },
      verify: async ({ workspaceId, id }, { label }) => {
        for (const [word, ids] of Object.entries({ 'ana silva': [], silva: [], anna: [id], gold: [id], ben: [] }))
          expect(await listedUnder(workspaceId, word), `${label} ${word}`).toEqual(ids);
        expect(await findContactCount(workspaceId), label).toBe(1);
      },
    });
  });

  it('a change that comes again with later ones is counted once', async () => {
    const workspaceId = await newWorkspaceId();
    const add = () => {
      const contact = blankContact(newId());
      return toIndexChange({
        id: newId(),
        before: undefined,
        after: { ...keys.contact(workspaceId, contact.id), ...contact },
      });
    };
    const [first, second, third] = [add(), add(), add()];
    await applyIndexChanges([first, second]);
    await applyIndexChanges([second, third]);
    expect(await findContactCount(workspaceId)).toBe(3);
  });
});
