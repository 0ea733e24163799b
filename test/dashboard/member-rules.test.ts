import { expect, test } from 'vitest';
import { rightsOver } from '../../dashboard/pages/members/member-rules.ts';
import type { Member, Role } from '../../functions/model/members/member.ts';

const member = (user_id: string, role: Role): Member => ({
  user_id,
  name: user_id,
  email: `${user_id}@example.com`,
  role,
  joined_at: '2026-11-01T00:00:00.000Z',
  last_seen_at: null,
});

const olivia = member('olivia', 'owner');
const oscar = member('oscar', 'owner');
const adam = member('adam', 'admin');
const agnes = member('agnes', 'agent');

const none = { rolesToChoose: [], canRemove: false, canLeave: false };
const all = ['agent', 'admin', 'owner'];

test.each<[string, Member, Member, Member[], object]>([
  ['the only Owner no control over themselves', olivia, olivia, [adam], { ...none, isSelf: true, isOnlyOwner: true }],
  ['one of two Owners another role and the way out', olivia, olivia, [oscar], { rolesToChoose: all, canLeave: true }],
  ['one of two Owners no removal of themselves', olivia, olivia, [oscar], { canRemove: false }],
  ['one of two Owners control over the other', olivia, oscar, [olivia], { canRemove: true, canLeave: false }],
  ['an Admin no control over the only Owner', adam, olivia, [adam], none],
  ['an Admin no control over one of two Owners', adam, olivia, [oscar, adam], none],
  ['an Admin control over an Agent', adam, agnes, [olivia], { rolesToChoose: ['agent', 'admin'], canRemove: true }],
  ['an Agent no control over others', agnes, adam, [olivia, agnes], none],
  ['an Agent the way out alone', agnes, agnes, [olivia, adam], { ...none, canLeave: true }],
])('the page of members gives %s', (_, { user_id, role }, member, others, rights) => {
  expect(rightsOver(member, { userId: user_id, role }, [member, ...others])).toMatchObject(rights);
});
