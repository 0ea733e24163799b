import { describe, expect, it } from 'vitest';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';
import {
  addContacts,
  countMembers,
  getSegment,
  listNames,
  makeSegment,
  patchSegment,
  postSegment,
  readContactPages,
  removeContacts,
  seedContacts,
  seedMembers,
} from '../../support/segments.ts';

const dynamic = { kind: 'dynamic', filter: { match: 'all', rules: [{ field: 'tag', op: 'has', value: 'vip' }] } };

describe('POST /segments/{id}/contacts', () => {
  it('members, duplicates and unknown ids count as requested but not as added', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const stranger = await makeWorkspace();
    const theirs = await seedContacts(stranger.id, 2);
    const [one = '', two = '', three = ''] = await seedContacts(workspaceId, 3);
    const { id } = await makeSegment(key);
    await addContacts(key, id, [one]);
    const { json } = await addContacts(key, id, [one, two, two, two.toUpperCase(), three, newId(), ...theirs]);
    expect(json.data).toEqual({ segment_id: id, requested: 8, added: 2 });
    expect(await countMembers(workspaceId, id)).toEqual({ rows: 3, count: 3 });
  });

  it('one request can name 1,000 contacts, and add or remove more of them than one transaction holds', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = [...(await seedContacts(workspaceId, 210)), ...Array.from({ length: 790 }, newId)];
    const { id } = await makeSegment(key);
    expect((await addContacts(key, id, contactIds)).json.data).toMatchObject({ requested: 1_000, added: 210 });
    expect(await countMembers(workspaceId, id)).toEqual({ rows: 210, count: 210 });
    expect((await removeContacts(key, id, contactIds)).json.data).toMatchObject({ requested: 1_000, removed: 210 });
    expect(await countMembers(workspaceId, id)).toEqual({ rows: 0, count: 0 });
  });
});

describe.each([
  ['POST', addContacts],
  ['DELETE', removeContacts],
] as const)('%s /segments/{id}/contacts', (method, change) => {
  it(`${method} /segments/{id}/contacts refuses a dynamic segment, and a list that is none`, async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key);
    const refusal = (message: string) => ({
      status: 400,
      json: { error: { code: 'bad_request', message: expect.stringContaining(message) } },
    });
    const ofFilter = await change(key, (await makeSegment(key, { ...dynamic, name: 'VIP' })).id, [newId()]);
    expect(ofFilter).toMatchObject(refusal('filter'));
    const tooMany = Array.from({ length: 1_001 }, newId);
    for (const contactIds of [tooMany, [newId(), 'no-uuid']])
      expect(await change(key, id, contactIds)).toMatchObject(refusal('contact_ids'));
  });
});

describe('GET /segments/{id}/contacts of a static segment', () => {
  it('pages hold all members, newest first, with no short page but the last', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 108);
    const { id } = await makeSegment(key);
    await addContacts(key, id, contactIds);
    const pages = await readContactPages(key, id, 100);
    expect(pages.flat()).toEqual(contactIds);
    expect(pages).toHaveLength(2);
  });
});

const gone = { rows: 0, count: undefined };
describe('the members of a deleted segment', () => {
  it('only the members of a deleted segment are removed, not their contacts', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const [contactId = ''] = await seedContacts(workspaceId, 1);
    const { id } = await makeSegment(key);
    await addContacts(key, id, [contactId]);
    const other = await makeSegment(key);
    await Promise.all([seedMembers(id, 110), seedMembers(other.id, 2)]);
    expect((await call('DELETE', `/segments/${id}`, { key })).status).toBe(200);
    await expect.poll(() => countMembers(workspaceId, id)).toEqual(gone);
    expect(await countMembers(workspaceId, other.id)).toMatchObject({ rows: 2 });
    expect((await call('GET', `/contacts/${contactId}`, { key })).status).toBe(200);
  });
});

const four = [0, 1, 2, 3];

const sortedStatuses = (answers: { status: number }[]): number[] => answers.map(({ status }) => status).sort();

describe('concurrent use of one name', () => {
  it('of segments that ask for the same name at once, exactly one gets it', async () => {
    const { key } = await makeWorkspace();
    const segments = await Promise.all([0, 1].map((index) => makeSegment(key, { name: `Before ${index}` })));
    const answers = await Promise.all([
      ...segments.map(({ id }) => patchSegment(key, id, { name: 'After' })),
      ...segments.map(() => postSegment(key, { name: 'AFTER' })),
    ]);
    expect(sortedStatuses(answers).slice(1)).toEqual(Array(3).fill(400));
    const names = (await listNames(key)).map((name) => name.toLowerCase());
    expect(names.filter((name) => name === 'after')).toHaveLength(1);
    expect(names.filter((name) => name.startsWith('before')).length).toBeGreaterThanOrEqual(1);
  });

  it('a segment renamed many times at once holds only its last name, without losing a change of another field', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Start' });
    const renames = four.map((index) => patchSegment(key, id, { name: `Name ${index}` }));
    await Promise.all([...renames, patchSegment(key, id, { description: 'kept' })]);
    const { name, description } = await getSegment(key, id);
    expect(description).toBe('kept');
    const others = ['Start', ...four.map((index) => `Name ${index}`)].filter((candidate) => candidate !== name);
    const answers = await Promise.all([name, ...others].map((candidate) => postSegment(key, { name: candidate })));
    expect(answers.map(({ status }) => status)).toEqual([400, ...others.map(() => 201)]);
  });
});

describe('concurrent member changes', () => {
  it('a rename during overlapping requests is kept without disturbing the counts of what they add', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 135);
    const { id } = await makeSegment(key);
    const [renamed, ...answers] = await Promise.all([
      patchSegment(key, id, { name: 'Renamed' }),
      ...[0, 1, 2].map((index) => addContacts(key, id, contactIds.slice(index * 15, index * 15 + 105))),
    ]);
    expect([renamed.status, ...sortedStatuses(answers)]).toEqual(Array(4).fill(200));
    const sum = answers.reduce((total, { json }) => total + (json.data.added ?? 0), 0);
    expect({ sum, ...(await countMembers(workspaceId, id)) }).toEqual({ sum: 135, rows: 135, count: 135 });
    expect(await getSegment(key, id)).toMatchObject({ name: 'Renamed', member_count: 135 });
  });

  it('the member count matches the rows after concurrent adds and removals', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 30);
    const { id } = await makeSegment(key);
    await addContacts(key, id, contactIds.slice(0, 15));
    const changes = [addContacts, removeContacts, addContacts, removeContacts];
    const answers = await Promise.all(changes.map((change) => change(key, id, contactIds)));
    expect(sortedStatuses(answers)).toEqual(changes.map(() => 200));
    const sum = answers.reduce((total, { json: { data } }) => total + (data.added ?? 0) - (data.removed ?? 0), 15);
    expect({ ...(await countMembers(workspaceId, id)) }).toEqual({ rows: sum, count: sum });
  });
});

it('a segment deleted while contacts are added leaves no rows', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const otherKey = await makeKey(workspaceId);
  const contactIds = await seedContacts(workspaceId, 105);
  const { id } = await makeSegment(key);
  const [deleted, ...adds] = await Promise.all([
    call('DELETE', `/segments/${id}`, { key: otherKey }),
    ...[0, 1].map(() => addContacts(key, id, contactIds)),
  ]);
  expect(deleted.status).toBe(200);
  for (const { status } of adds) expect([200, 404]).toContain(status);
  await expect.poll(() => countMembers(workspaceId, id)).toEqual({ rows: 0, count: undefined });
});
