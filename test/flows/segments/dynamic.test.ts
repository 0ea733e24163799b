import { describe, expect, it } from 'vitest';
import type { SegmentRule } from '../../../functions/model/segments/filter.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact, patchContact } from '../../support/contacts.ts';
import { getSegment, makeSegment, readContactPages, seedContacts, seedTag } from '../../support/segments.ts';

const dynamic = (match: 'all' | 'any', ...rules: SegmentRule[]) => ({ kind: 'dynamic', filter: { match, rules } });
const has = (value: string): SegmentRule => ({ field: 'tag', op: 'has', value });
const rule = (field: SegmentRule['field'], op: SegmentRule['op'], value = ''): SegmentRule => ({ field, op, value });

const readAudience = async (key: string, fields: object) => {
  const segment = await makeSegment(key, fields);
  const ids = (await readContactPages(key, segment.id, 100)).flat();
  return { ids, counts: [segment.member_count, (await getSegment(key, segment.id)).member_count] };
};

const expectAudience = async (key: string, fields: object, ids: string[]) =>
  expect(await readAudience(key, fields)).toEqual({ ids, counts: [ids.length, ids.length] });

describe('a dynamic segment', () => {
  it('a dynamic segment lists the contacts that match now', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, dynamic('all', has('VIP')));
    const contact = await makeContact(key, { name: 'Ada', tags: ['vip'] });
    const list = () => call<{ data: object[] }>('GET', `/segments/${id}/contacts`, { key });
    expect((await list()).json).toEqual({ data: [contact], meta: { next_cursor: null } });
    await patchContact(key, contact.id, { tags: ['other'] });
    expect((await list()).json.data).toEqual([]);
    expect((await getSegment(key, id)).member_count).toBe(0);
  });

  it('tag rules select contacts by their tags, also by unknown ones, and none of another workspace', async () => {
    const { key } = await makeWorkspace();
    const stranger = await makeWorkspace();
    await makeContact(stranger.key, { tags: ['red', 'blue'] });
    const red = await makeContact(key, { tags: ['Red'], name: 'Ada' });
    const both = await makeContact(key, { tags: ['red', 'BLUE'] });
    const blue = await makeContact(key, { tags: ['blue'] });
    const none = await makeContact(key);
    await expectAudience(key, dynamic('all', has('red')), [both.id, red.id]);
    await expectAudience(key, dynamic('any', has('red'), has('blue')), [blue.id, both.id, red.id]);
    await expectAudience(key, dynamic('any', has('RED'), has('red')), [both.id, red.id]);
    await expectAudience(key, dynamic('all', has('red'), has('blue')), [both.id]);
    await expectAudience(key, dynamic('all', has('red'), rule('tag', 'not_has', 'blue')), [red.id]);
    await expectAudience(key, dynamic('all', has('red'), rule('name', 'is', 'ada')), [red.id]);
    await expectAudience(key, dynamic('any', has('blue'), rule('name', 'is', 'ada')), [blue.id, both.id, red.id]);
    await expectAudience(key, dynamic('all', rule('tag', 'not_has', 'red')), [none.id, blue.id]);
    await expectAudience(key, dynamic('all', has('red'), has('green')), []);
    await expectAudience(key, dynamic('any', has('green'), has('red')), [both.id, red.id]);
  });
});

describe('the pages of a dynamic segment', () => {
  it('pages by tag are full except the last, even when another rule excludes most contacts', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const tag = await seedTag(workspaceId, 'red');
    const ids = await seedContacts(workspaceId, 120, (index) => ({ tags: [tag], name: index % 4 ? 'x' : 'y' }));
    const named = ids.filter((_, index) => (ids.length - 1 - index) % 4 === 0);
    const tagged = await makeSegment(key, dynamic('all', has('red')));
    const both = await makeSegment(key, dynamic('all', rule('name', 'is', 'Y'), has('red')));
    const taggedPages = await readContactPages(key, tagged.id, 50);
    expect(taggedPages.flat()).toEqual(ids);
    expect(taggedPages).toHaveLength(3);
    const bothPages = await readContactPages(key, both.id, 10);
    expect(bothPages.flat()).toEqual(named);
    expect(bothPages).toHaveLength(3);
  });
});
