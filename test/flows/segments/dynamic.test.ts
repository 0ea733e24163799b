import { describe, expect, it } from 'vitest';
import { createContact } from '../../../functions/domain/contacts/contacts.ts';
import { listSegmentContacts } from '../../../functions/domain/segments/members.ts';
import { createSegment } from '../../../functions/domain/segments/segments.ts';
import type { SegmentFilter, SegmentRule } from '../../../functions/model/segments/filter.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone, patchContact } from '../../support/contacts.ts';
import { getSegment, makeSegment, readContactPages, seedContacts, seedTag } from '../../support/segments.ts';

const matching = (match: 'all' | 'any', ...rules: SegmentRule[]): SegmentFilter => ({ match, rules });
const dynamic = (...rules: SegmentRule[]) => ({ kind: 'dynamic', filter: matching('all', ...rules) });
const has = (value: string): SegmentRule => ({ field: 'tag', op: 'has', value });
const rule = (field: SegmentRule['field'], op: SegmentRule['op'], value = ''): SegmentRule => ({ field, op, value });

const expectAudience = async (workspaceId: string, filter: SegmentFilter, ids: string[]) => {
  const { id, member_count } = await createSegment(workspaceId, newId(), { name: newId(), kind: 'dynamic', filter });
  const { items } = await listSegmentContacts(workspaceId, id, { limit: 100, after: undefined });
  expect([items.map((contact) => contact.id), member_count]).toEqual([ids, ids.length]);
};

describe('a dynamic segment', () => {
  it('a dynamic segment lists the contacts that match now', async () => {
    const { key } = await makeWorkspace();
    const { id } = await makeSegment(key, dynamic(has('VIP')));
    const contact = await makeContact(key, { name: 'Ada', tags: ['vip'] });
    const list = () => call<{ data: object[] }>('GET', `/segments/${id}/contacts`, { key });
    expect((await list()).json).toEqual({ data: [contact], meta: { next_cursor: null } });
    await patchContact(key, contact.id, { tags: ['other'] });
    expect((await list()).json.data).toEqual([]);
    expect((await getSegment(key, id)).member_count).toBe(0);
  });

  it('tag rules select contacts of the own workspace by their tags, also by unknown ones', async () => {
    const [workspaceId, stranger] = [newId(), newId()];
    const create = async (fields: object, owner = workspaceId) =>
      (await createContact(owner, newId(), { phone: newPhone(), ...fields })).contact;
    await create({ tags: ['red', 'blue'] }, stranger);
    const red = await create({ tags: ['Red'], name: 'Ada' });
    const both = await create({ tags: ['red', 'BLUE'] });
    const blue = await create({ tags: ['blue'] });
    const none = await create({});
    await expectAudience(workspaceId, matching('all', has('red')), [both.id, red.id]);
    await expectAudience(workspaceId, matching('any', has('red'), has('blue')), [blue.id, both.id, red.id]);
    await expectAudience(workspaceId, matching('any', has('RED'), has('red')), [both.id, red.id]);
    await expectAudience(workspaceId, matching('all', has('red'), has('blue')), [both.id]);
    await expectAudience(workspaceId, matching('all', has('red'), rule('tag', 'not_has', 'blue')), [red.id]);
    await expectAudience(workspaceId, matching('all', has('red'), rule('name', 'is', 'ada')), [red.id]);
    await expectAudience(workspaceId, matching('any', has('blue'), rule('name', 'is', 'ada')), [
      blue.id,
      both.id,
      red.id,
    ]);
    await expectAudience(workspaceId, matching('all', rule('tag', 'not_has', 'red')), [none.id, blue.id]);
    await expectAudience(workspaceId, matching('all', has('red'), has('green')), []);
    await expectAudience(workspaceId, matching('any', has('green'), has('red')), [both.id, red.id]);
  });
});

describe('the pages of a dynamic segment', () => {
  it('pages by tag are full except the last, even when another rule excludes most contacts', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const tag = await seedTag(workspaceId, 'red');
    const ids = await seedContacts(workspaceId, 60, (index) => ({ tags: [tag], name: index % 4 ? 'x' : 'y' }));
    const named = ids.filter((_, index) => (ids.length - 1 - index) % 4 === 0);
    const tagged = await makeSegment(key, dynamic(has('red')));
    const both = await makeSegment(key, dynamic(rule('name', 'is', 'Y'), has('red')));
    const taggedPages = await readContactPages(key, tagged.id, 25);
    expect(taggedPages.flat()).toEqual(ids);
    expect(taggedPages).toHaveLength(3);
    const bothPages = await readContactPages(key, both.id, 6);
    expect(bothPages.flat()).toEqual(named);
    expect(bothPages).toHaveLength(3);
  });
});
