import { describe, expect, it } from 'vitest';
import { call, makeKey, makeWorkspace } from '../../support/client.ts';
import {
  addContacts,
  countMembers,
  getSegment,
  listNames,
  makeSegment,
  patchSegment,
  postSegment,
  removeContacts,
  seedContacts,
} from '../../support/segments.ts';

const eight = Array.from({ length: 8 }, (_, place) => place);

const statusesOf = (answers: { status: number }[]): number[] => answers.map(({ status }) => status).sort();

describe('one name', () => {
  it('goes to one of eight callers who create a segment with it', async () => {
    const { key } = await makeWorkspace();
    const answers = await Promise.all(eight.map((place) => postSegment(key, { name: place % 2 ? 'VIP' : 'vip' })));
    expect(statusesOf(answers)).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    expect(await listNames(key)).toHaveLength(1);
  });

  it('goes to one of eight segments that are renamed to it, and the others keep theirs', async () => {
    const { key } = await makeWorkspace();
    const segments = await Promise.all(eight.map((place) => makeSegment(key, { name: `Before ${place}` })));
    const answers = await Promise.all(segments.map(({ id }) => patchSegment(key, id, { name: 'After' })));
    expect(statusesOf(answers)).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    const names = await listNames(key);
    expect(names.filter((name) => name === 'After')).toHaveLength(1);
    expect(new Set(names).size).toBe(8);
  });

  it('goes to a new segment or to a renamed one, never to both, and the name left behind is free', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Before' });
    const [renamed, created] = await Promise.all([
      patchSegment(key, id, { name: 'After' }),
      postSegment(key, { name: 'After' }),
    ]);
    expect([renamed.status, created.status].sort()).toEqual([renamed.status === 200 ? 200 : 201, 400]);
    expect((await postSegment(key, { name: 'Before' })).status).toBe(renamed.status === 200 ? 201 : 400);
  });

  it('that a segment bears at last is the only one it holds, however often it was renamed at once', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Start' });
    await Promise.all(eight.map((place) => patchSegment(key, id, { name: `Name ${place}` })));
    const { name } = await getSegment(key, id);
    const others = ['Start', ...eight.map((place) => `Name ${place}`)].filter((each) => each !== name);
    const answers = await Promise.all([name, ...others].map((each) => postSegment(key, { name: each })));
    expect(answers.map(({ status }) => status)).toEqual([400, ...others.map(() => 201)]);
  });

  it('does not keep two changes of different fields apart: both last', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Start' });
    await Promise.all([patchSegment(key, id, { name: 'End' }), patchSegment(key, id, { description: 'kept' })]);
    expect(await getSegment(key, id)).toMatchObject({ name: 'End', description: 'kept' });
  });
});

describe('eight callers at once', () => {
  it('add overlapping contacts, and the sum of what they added is what is in the segment', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 400);
    const { id } = await makeSegment(key);
    const answers = await Promise.all(
      eight.map((place) => addContacts(key, id, contactIds.slice(place * 25, place * 25 + 225))),
    );
    expect(statusesOf(answers)).toEqual(eight.map(() => 200));
    const sum = answers.reduce((total, { json }) => total + (json.data.added ?? 0), 0);
    expect({ sum, ...(await countMembers(workspaceId, id)) }).toEqual({ sum: 400, rows: 400, count: 400 });
  });

  it('add the same contacts in the same order, and each contact is added once', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 250);
    const { id } = await makeSegment(key);
    const answers = await Promise.all(eight.map(() => addContacts(key, id, contactIds)));
    const sum = answers.reduce((total, { json }) => total + (json.data.added ?? 0), 0);
    expect({ sum, ...(await countMembers(workspaceId, id)) }).toEqual({ sum: 250, rows: 250, count: 250 });
  });

  it('add and remove the same contacts, and the count stays that of the rows', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 150);
    const { id } = await makeSegment(key);
    await addContacts(key, id, contactIds.slice(0, 75));
    const answers = await Promise.all(
      eight.map((place) => (place % 2 ? addContacts : removeContacts)(key, id, contactIds)),
    );
    expect(statusesOf(answers)).toEqual(eight.map(() => 200));
    const sum = answers.reduce((total, { json: { data } }) => total + (data.added ?? 0) - (data.removed ?? 0), 75);
    expect({ ...(await countMembers(workspaceId, id)) }).toEqual({ rows: sum, count: sum });
  });

  it('add contacts while the segment is renamed, and both last', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 200);
    const { id } = await makeSegment(key);
    const [renamed] = await Promise.all([
      patchSegment(key, id, { name: 'Renamed' }),
      ...eight.map((place) => addContacts(key, id, contactIds.slice(place * 25, place * 25 + 25))),
    ]);
    expect(renamed.status).toBe(200);
    expect(await getSegment(key, id)).toMatchObject({ name: 'Renamed', member_count: 200 });
  });
});

describe('a segment that is deleted while contacts are added', () => {
  it('is gone with all its rows, whoever came first', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const otherKey = await makeKey(workspaceId);
    const contactIds = await seedContacts(workspaceId, 300);
    const { id } = await makeSegment(key);
    const [deleted, ...adds] = await Promise.all([
      call('DELETE', `/segments/${id}`, { key: otherKey }),
      ...eight.map(() => addContacts(key, id, contactIds)),
    ]);
    expect(deleted.status).toBe(200);
    for (const { status } of adds) expect([200, 404]).toContain(status);
    await expect.poll(() => countMembers(workspaceId, id), { timeout: 20_000 }).toEqual({ rows: 0, count: undefined });
  });
});
