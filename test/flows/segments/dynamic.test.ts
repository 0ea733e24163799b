import { describe, expect, it } from 'vitest';
import type { SegmentRule } from '../../../functions/model/segment-filter.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact, patchContact } from '../../support/contacts.ts';
import { getSegment, makeSegment, readContactPages, seedContacts, seedTag } from '../../support/segments.ts';

const dynamic = (match: 'all' | 'any', ...rules: SegmentRule[]) => ({ kind: 'dynamic', filter: { match, rules } });
const has = (value: string): SegmentRule => ({ field: 'tag', op: 'has', value });
const rule = (field: SegmentRule['field'], op: SegmentRule['op'], value = ''): SegmentRule => ({ field, op, value });

/** Who is in a segment of this filter, by its list and by its count. */
const audienceOf = async (key: string, fields: object) => {
  const segment = await makeSegment(key, fields);
  const ids = (await readContactPages(key, segment.id, 100)).flat();
  return { ids, counts: [segment.member_count, (await getSegment(key, segment.id)).member_count] };
};

const expectAudience = async (key: string, fields: object, ids: string[]) =>
  expect(await audienceOf(key, fields)).toEqual({ ids, counts: [ids.length, ids.length] });

describe('a dynamic segment', () => {
  it('shows full contacts, as they are now', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, dynamic('all', has('VIP')));
    const contact = await makeContact(key, { name: 'Ada', tags: ['vip'] });
    const list = () => call<{ data: object[] }>('GET', `/segments/${id}/contacts`, { key });
    expect((await list()).json).toEqual({ data: [contact], meta: { next_cursor: null } });
    await patchContact(key, contact.id, { tags: ['other'] });
    expect((await list()).json.data).toEqual([]);
    expect((await getSegment(key, id)).member_count).toBe(0);
  });

  it('counts anew when its filter changes', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    await seedContacts(workspaceId, 3, (place) => ({ company: place === 0 ? 'Acme' : null }));
    const { id } = await makeSegment(key, dynamic('all', rule('company', 'exists')));
    const filter = { match: 'all', rules: [rule('company', 'not_exists')] };
    expect(
      (await call<{ data: object }>('PATCH', `/segments/${id}`, { key, body: { filter } })).json.data,
    ).toMatchObject({ member_count: 2 });
  });

  it('holds contacts by what rules ask of their fields', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const daysAgo = (days: number) => isoTime(Date.now() - days * 86_400_000);
    const [third = '', second = '', first = ''] = await seedContacts(
      workspaceId,
      3,
      (place) =>
        [
          { name: 'Ada', email: 'ada@acme.com', phone: '+4915112345678', last_inbound_at: daysAgo(1) },
          { name: 'Bob', company: 'Acme', conversation_statuses: { msgapp: 'open', web: 'closed' } as const },
          { name: 'Cäcilie', channels: ['social' as const], last_inbound_at: daysAgo(30) },
        ].at(place) ?? {},
    );
    await expectAudience(key, dynamic('all', rule('name', 'starts_with', 'CÄ')), [third]);
    await expectAudience(key, dynamic('any', rule('email', 'ends_with', 'ACME.COM'), rule('company', 'is', 'acme')), [
      second,
      first,
    ]);
    await expectAudience(key, dynamic('all', rule('channel', 'is', 'social')), [third]);
    await expectAudience(key, dynamic('all', rule('last_inbound_at', 'within_days', '7')), [first]);
    await expectAudience(key, dynamic('all', rule('last_inbound_at', 'not_within_days', '7')), [third, second]);
    await expectAudience(key, dynamic('all', rule('conversation_status', 'is_not', 'open')), [third, first]);
    await expectAudience(key, dynamic('all', rule('phone', 'exists'), rule('name', 'is_not', 'Ada')), []);
  });

  it("holds contacts by their tags, and none of another workspace's", async () => {
    const { key } = await makeWorkspace();
    const stranger = await makeWorkspace();
    await makeContact(stranger.key, { tags: ['red', 'blue'] });
    const red = await makeContact(key, { tags: ['Red'], name: 'Ada' });
    const both = await makeContact(key, { tags: ['red', 'BLUE'] });
    const blue = await makeContact(key, { tags: ['blue'] });
    const none = await makeContact(key);
    await expectAudience(key, dynamic('all', has('red')), [both.id, red.id]);
    await expectAudience(key, dynamic('any', has('red')), [both.id, red.id]);
    await expectAudience(key, dynamic('any', has('red'), has('blue')), [blue.id, both.id, red.id]);
    await expectAudience(key, dynamic('any', has('RED'), has('red')), [both.id, red.id]);
    await expectAudience(key, dynamic('all', has('red'), has('blue')), [both.id]);
    await expectAudience(key, dynamic('all', has('red'), rule('tag', 'not_has', 'blue')), [red.id]);
    await expectAudience(key, dynamic('all', has('red'), rule('name', 'is', 'ada')), [red.id]);
    await expectAudience(key, dynamic('any', has('blue'), rule('name', 'is', 'ada')), [blue.id, both.id, red.id]);
    await expectAudience(key, dynamic('all', rule('tag', 'not_has', 'red')), [none.id, blue.id]);
  });

  it('of a tag that nobody ever had is empty, and of others besides it is not', async () => {
    const { key } = await makeWorkspace();
    const red = await makeContact(key, { tags: ['red'] });
    await expectAudience(key, dynamic('all', has('green')), []);
    await expectAudience(key, dynamic('all', has('red'), has('green')), []);
    await expectAudience(key, dynamic('any', has('green'), has('red')), [red.id]);
  });
});

describe('the pages of a dynamic segment', () => {
  it('of a tag are full but for the last, also where another rule leaves most contacts out', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const tag = await seedTag(workspaceId, 'red');
    const ids = await seedContacts(workspaceId, 300, (place) => ({ tags: [tag], name: place % 4 ? 'x' : 'y' }));
    const named = ids.filter((_, place) => (ids.length - 1 - place) % 4 === 0);
    const tagged = await makeSegment(key, dynamic('all', has('red')));
    const both = await makeSegment(key, dynamic('all', rule('name', 'is', 'Y'), has('red')));
    const taggedPages = await readContactPages(key, tagged.id, 50);
    expect(taggedPages.flat()).toEqual(ids);
    expect(taggedPages).toHaveLength(6);
    const bothPages = await readContactPages(key, both.id, 25);
    expect(bothPages.flat()).toEqual(named);
    expect(bothPages).toHaveLength(3);
  });

  it('of several tags are whole, newest first and without repeats', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const [red, blue] = [await seedTag(workspaceId, 'red'), await seedTag(workspaceId, 'blue')];
    const tagsOf = (place: number) => [[red], [blue], [red, blue], []].at(place % 4) ?? [];
    const ids = await seedContacts(workspaceId, 90, (place) => ({ tags: tagsOf(place) }));
    const { id } = await makeSegment(key, dynamic('any', has('red'), has('blue')));
    const pages = await readContactPages(key, id, 10);
    expect(pages.flat()).toEqual(ids.filter((_, place) => tagsOf(ids.length - 1 - place).length > 0));
    expect(pages.slice(0, -1).every((page) => page.length === 10)).toBe(true);
  });

  it('of a rare field may be short or empty, stay within their bound, and together are whole', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const ids = await seedContacts(workspaceId, 2_400, (place) => ({ company: place % 1_150 ? null : 'Acme' }));
    const { id } = await makeSegment(key, dynamic('all', rule('company', 'is', 'acme')));
    const pages = await readContactPages(key, id, 5);
    expect(pages.flat()).toEqual([ids.at(-2_301), ids.at(-1_151), ids.at(-1)]);
    expect(pages.length).toBeGreaterThan(1);
  });

  it.each([
    ['of a tag', has('red'), (place: number) => place % 3 !== 0],
    ['of a field', rule('name', 'is', 'ada'), (place: number) => place % 3 === 0],
  ])('%s have no gaps and no repeats while contacts are added', async (_, asked, isIn) => {
    const { id: workspaceId, key } = await makeWorkspace();
    const tag = await seedTag(workspaceId, 'red');
    const fields = (place: number) => (place % 3 ? { tags: [tag] } : { name: 'Ada' });
    const ids = await seedContacts(workspaceId, 60, fields);
    const { id } = await makeSegment(key, dynamic('all', asked));
    const pages = await readContactPages(key, id, 7, () => seedContacts(workspaceId, 3, fields));
    expect(pages.flat()).toEqual(ids.filter((_id, place) => isIn(ids.length - 1 - place)));
  });
});
