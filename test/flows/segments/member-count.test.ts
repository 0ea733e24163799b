import { describe, expect, it } from 'vitest';
import { makeWorkspace } from '../../support/client.ts';
import { getSegment, makeSegment, patchSegment, seedContacts, seedTag } from '../../support/segments.ts';

const filterBy = (field: string, op: string, value: string) => ({ match: 'all', rules: [{ field, op, value }] });
describe('the member count of a dynamic segment', () => {
  it('up to 10,000 candidates are counted exactly and more in the background, each contact once', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const tag = await seedTag(workspaceId, 'tenth');
    // The oldest contacts are in the segment, too, so only a complete count finds them all.
    await seedContacts(workspaceId, 10_000, (index) => (index % 10 ? {} : { company: 'Acme', tags: [tag] }));
    const dynamic = { kind: 'dynamic', filter: filterBy('company', 'is', 'acme') };
    const exact = { member_count: 1_000, member_count_as_of: null };
    const { id } = await makeSegment(key, dynamic);
    expect(await getSegment(key, id)).toMatchObject(exact);

    await seedContacts(workspaceId, 100, () => ({ company: 'Acme' }));
    const created = await makeSegment(key, dynamic);
    expect(created.member_count).toBeLessThan(1_100);
    expect(created.member_count_as_of).toEqual(expect.any(String));
    await expect
      .poll(() => getSegment(key, created.id))
      .toMatchObject({ member_count: 1_100, member_count_as_of: created.member_count_as_of });

    const byTag = (await patchSegment(key, created.id, { filter: filterBy('tag', 'has', 'tenth') })).json.data;
    expect(byTag).toMatchObject(exact);
    expect(await getSegment(key, created.id)).toMatchObject(exact);
  });
});
