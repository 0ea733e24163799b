import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createContact, updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { listContacts } from '../../../functions/domain/contacts/list-contacts.ts';
import { listSegmentContacts } from '../../../functions/domain/segments/members.ts';
import { listMatches, previewSegment } from '../../../functions/domain/segments/preview.ts';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import type { Page, PageRequest } from '../../../functions/model/page.ts';
import type { SegmentFilter } from '../../../functions/model/segments/filter.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { readLimits } from '../../../functions/table/dynamodb/query.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newPhone } from '../../support/contacts.ts';
import { seedContacts, seedTag } from '../../support/segments.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';
import { lowerLimits, type ReadRows, watchReadRows } from '../../support/table/read-rows.ts';

type List = (page: PageRequest) => Promise<Page<{ id: string }>>;

/** Follows the cursors to the end, with the rows that each call read. */
const readToEnd = async (list: List): Promise<{ ids: string[]; reads: ReadRows[] }> => {
  const rows = watchReadRows();
  const ids: string[] = [];
  const reads: ReadRows[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await list({ limit: 50, after });
    reads.push(rows.take());
    ids.push(...items.map(({ id }) => id));
    after = next;
  } while (after !== undefined);
  rows.stop();
  return { ids, reads };
};

const makeSegment = async (workspaceId: string, filter: SegmentFilter): Promise<string> =>
  (await createSegment(workspaceId, newId(), { name: newId(), kind: 'dynamic', filter })).id;

const isNeedle = { field: 'name', op: 'starts_with', value: 'needle' } as const;
const hasTag = { field: 'tag', op: 'has', value: 'seeded' } as const;

describe('a filtered list of a large workspace', () => {
  beforeEach(() => lowerLimits(readLimits, { rowsPerCall: 2_000 }, { rowsPerCall: 200 }));

  it('a search that the index cannot help reads few rows per call and pages through to the end', async () => {
    const workspaceId = newId();
    const ids = await seedContacts(workspaceId, 500, (index) => ({
      name: index % 250 === 50 ? 'Needle 🪡' : 'Hay',
      attributes: { note: 'x'.repeat(2_000) },
    }));
    const { ids: found, reads } = await readToEnd((page) => listContacts(workspaceId, { search: '🪡' }, page));
    expect(found).toEqual([ids.at(-301), ids.at(-51)]);
    expect(reads.length).toBeGreaterThan(3);
    const filter: SegmentFilter = { match: 'all', rules: [isNeedle] };
    const segmentId = await makeSegment(workspaceId, filter);
    for (const list of [
      (page: PageRequest) => listSegmentContacts(workspaceId, segmentId, page),
      (page: PageRequest) => listMatches(workspaceId, filter, page),
    ]) {
      const { ids: listed, reads: listReads } = await readToEnd(list);
      expect(listed).toEqual(found);
      for (const { queried } of listReads) expect(queried).toBeLessThanOrEqual(210);
      expect(listReads).toHaveLength(3);
    }
  });

  it('a count of an unsaved filter looks at as many contacts per call, says so, and adds up at the end', async () => {
    const workspaceId = newId();
    const ids = await seedContacts(workspaceId, 250, () => ({ name: 'Hay' }));
    const filter: SegmentFilter = { match: 'all', rules: [{ ...isNeedle, value: 'hay' }] };
    const first = await previewSegment(workspaceId, filter, undefined);
    expect(first.data).toMatchObject({ precision: 'at_least', count: 200, looked_at: 200, opted_out: 0 });
    expect(first.data.sample.map(({ id }) => id)).toEqual(ids.slice(0, 8));
    const second = await previewSegment(workspaceId, filter, first.next);
    expect(second).toMatchObject({ next: undefined, data: { precision: 'exact', count: 50, looked_at: 50 } });
  });

  it('a rare search within a tag looks at as many contacts per call and pages through to the end', async () => {
    const workspaceId = newId();
    const tag = await seedTag(workspaceId, 'seeded');
    const toFields = (index: number) => ({ name: index === 10 ? 'Needle' : 'Hay', tags: [tag] });
    const ids = await seedContacts(workspaceId, 250, toFields);
    const filters = { search: 'needle', tag: 'seeded' };
    const segmentId = await makeSegment(workspaceId, { match: 'all', rules: [isNeedle, hasTag] });
    for (const list of [
      (page: PageRequest) => listContacts(workspaceId, filters, page),
      (page: PageRequest) => listSegmentContacts(workspaceId, segmentId, page),
    ]) {
      const { ids: found, reads } = await readToEnd(list);
      expect(found).toEqual([ids.at(-11)]);
      expect(reads.map(({ fetched }) => fetched)).toEqual([200, 50]);
    }
  });

  it('a filter of many tags reads at most as many of their rows per call', async () => {
    const workspaceId = newId();
    const names = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    const tags = await Promise.all(names.map((name) => seedTag(workspaceId, name)));
    const ids = await seedContacts(workspaceId, 15, () => ({ tags }));
    const rules = names.map((value) => ({ ...hasTag, value }));
    const segmentId = await makeSegment(workspaceId, { match: 'any', rules });
    const list = (page: PageRequest) => listSegmentContacts(workspaceId, segmentId, { ...page, limit: 100 });
    const { ids: found, reads } = await readToEnd(list);
    expect(found).toEqual(ids);
    // One row more for each tag tells whether the tag has more.
    for (const { queried } of reads) expect(queried).toBeLessThanOrEqual(220);
  });
});

describe('the consistency of a list', () => {
  it('the newest rows are read strongly and those older than a minute eventually', async () => {
    const workspaceId = newId();
    await seedContacts(workspaceId, 60);
    const later = vi.spyOn(clock, 'now').mockReturnValue(Date.now() + 3_600_000);
    onTestFinished(() => later.mockRestore());
    await seedContacts(workspaceId, 10);
    const rows = watchReadRows();
    const first = await listContacts(workspaceId, {}, { limit: 40, after: undefined });
    await listContacts(workspaceId, {}, { limit: 40, after: first.next });
    expect(rows.take().strong).toEqual([true, false]);
    const fresh = await listContacts(workspaceId, {}, { limit: 5, after: undefined });
    await listContacts(workspaceId, {}, { limit: 5, after: fresh.next });
    expect(rows.take().strong).toEqual([true, true]);
  });

  it('a page that may lag is read eventually, also its newest rows and every step of a filtered one', async () => {
    const workspaceId = newId();
    await seedContacts(workspaceId, 60);
    const page = { limit: 50, after: undefined, mayLag: true };
    const segmentId = await makeSegment(workspaceId, { match: 'all', rules: [isNeedle] });
    const rows = watchReadRows();
    await listContacts(workspaceId, {}, page);
    await listContacts(workspaceId, { search: 'nobody' }, page);
    await listSegmentContacts(workspaceId, segmentId, page);
    const { strong } = rows.take();
    expect(strong.length).toBeGreaterThanOrEqual(3);
    expect(strong).not.toContain(true);
  });

  it('a contact that was tagged or created a moment ago is in the list of the tag and of the segment', async () => {
    const workspaceId = newId();
    const [tagged, created] = [newId(), newId()];
    await createContact(workspaceId, tagged, { phone: newPhone(), tags: ['other'] });
    const segmentId = await makeSegment(workspaceId, { match: 'all', rules: [{ ...hasTag, value: 'vip' }] });
    const page = { limit: 10, after: undefined };
    const listAll = async () => [
      (await listContacts(workspaceId, { tag: 'vip' }, page)).items.map(({ id }) => id),
      (await listSegmentContacts(workspaceId, segmentId, page)).items.map(({ id }) => id),
    ];

    const beforeTag = await lagBehind(keys.contact(workspaceId, tagged));
    await updateContact(workspaceId, tagged, { tags: ['vip'] });
    expect(await listAll()).toEqual([[tagged], [tagged]]);
    expect(beforeTag.staleReads()).toBe(2);
    beforeTag.catchUp();

    const beforeCreation = await lagBehind(keys.contact(workspaceId, created));
    await createContact(workspaceId, created, { phone: newPhone(), tags: ['vip'] });
    expect(await listAll()).toEqual(Array(2).fill([created, tagged]));
    expect(beforeCreation.staleReads()).toBe(2);
  });
});
