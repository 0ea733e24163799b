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

const eight = Array.from({ length: 8 }, (_, index) => index);

const sortedStatuses = (answers: { status: number }[]): number[] => answers.map(({ status }) => status).sort();

describe('concurrent use of one name', () => {
  it('one of eight requests that create a segment gets the name', async () => {
    const { key } = await makeWorkspace();
    const answers = await Promise.all(eight.map((index) => postSegment(key, { name: index % 2 ? 'VIP' : 'vip' })));
    expect(sortedStatuses(answers)).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    expect(await listNames(key)).toHaveLength(1);
  });

  it('one of eight segments renamed at once gets the name and the others keep theirs', async () => {
    const { key } = await makeWorkspace();
    const segments = await Promise.all(eight.map((index) => makeSegment(key, { name: `Before ${index}` })));
    const answers = await Promise.all(segments.map(({ id }) => patchSegment(key, id, { name: 'After' })));
    expect(sortedStatuses(answers)).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
    const names = await listNames(key);
    expect(names.filter((name) => name === 'After')).toHaveLength(1);
    expect(new Set(names).size).toBe(8);
  });

  it('a name goes to a new segment or to a renamed one, and a released name is free', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Before' });
    const [renamed, created] = await Promise.all([
      patchSegment(key, id, { name: 'After' }),
      postSegment(key, { name: 'After' }),
    ]);
    expect([renamed.status, created.status].sort()).toEqual([renamed.status === 200 ? 200 : 201, 400]);
    expect((await postSegment(key, { name: 'Before' })).status).toBe(renamed.status === 200 ? 201 : 400);
  });

  it('a segment renamed many times at once holds only its last name', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Start' });
    await Promise.all(eight.map((index) => patchSegment(key, id, { name: `Name ${index}` })));
    const { name } = await getSegment(key, id);
    const others = ['Start', ...eight.map((index) => `Name ${index}`)].filter((candidate) => candidate !== name);
    const answers = await Promise.all([name, ...others].map((candidate) => postSegment(key, { name: candidate })));
    expect(answers.map(({ status }) => status)).toEqual([400, ...others.map(() => 201)]);
  });

  it('concurrent changes of different fields are both kept', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, { name: 'Start' });
    await Promise.all([patchSegment(key, id, { name: 'End' }), patchSegment(key, id, { description: 'kept' })]);
    expect(await getSegment(key, id)).toMatchObject({ name: 'End', description: 'kept' });
  });
});

describe('concurrent member changes', () => {
  it('the added counts of overlapping requests sum to the members', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 400);
    const { id } = await makeSegment(key);
    const answers = await Promise.all(
      eight.map((index) => addContacts(key, id, contactIds.slice(index * 25, index * 25 + 225))),
    );
    expect(sortedStatuses(answers)).toEqual(eight.map(() => 200));
    const sum = answers.reduce((total, { json }) => total + (json.data.added ?? 0), 0);
    expect({ sum, ...(await countMembers(workspaceId, id)) }).toEqual({ sum: 400, rows: 400, count: 400 });
  });

  it('eight requests with the same contacts add each contact once', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 250);
    const { id } = await makeSegment(key);
    const answers = await Promise.all(eight.map(() => addContacts(key, id, contactIds)));
    const sum = answers.reduce((total, { json }) => total + (json.data.added ?? 0), 0);
    expect({ sum, ...(await countMembers(workspaceId, id)) }).toEqual({ sum: 250, rows: 250, count: 250 });
  });

  it('the member count matches the rows after concurrent adds and removals', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 150);
    const { id } = await makeSegment(key);
    await addContacts(key, id, contactIds.slice(0, 75));
    const answers = await Promise.all(
      eight.map((index) => (index % 2 ? addContacts : removeContacts)(key, id, contactIds)),
    );
    expect(sortedStatuses(answers)).toEqual(eight.map(() => 200));
    const sum = answers.reduce((total, { json: { data } }) => total + (data.added ?? 0) - (data.removed ?? 0), 75);
    expect({ ...(await countMembers(workspaceId, id)) }).toEqual({ rows: sum, count: sum });
  });

  it('contacts added during a rename are kept, and so is the new name', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const contactIds = await seedContacts(workspaceId, 200);
    const { id } = await makeSegment(key);
    const [renamed] = await Promise.all([
      patchSegment(key, id, { name: 'Renamed' }),
      ...eight.map((index) => addContacts(key, id, contactIds.slice(index * 25, index * 25 + 25))),
    ]);
    expect(renamed.status).toBe(200);
    expect(await getSegment(key, id)).toMatchObject({ name: 'Renamed', member_count: 200 });
  });
});

it('a segment deleted while contacts are added leaves no rows', async () => {
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
  await expect.poll(() => countMembers(workspaceId, id)).toEqual({ rows: 0, count: undefined });
});
