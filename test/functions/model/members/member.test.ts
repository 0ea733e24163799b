import { expect, it } from 'vitest';
import { canManage, hasRole, roles } from '../../../../functions/model/members/member.ts';

it('each role has the rights of the ones before it', () => {
  const granted = roles.map((role) => roles.filter((required) => hasRole(role, required)));
  expect(granted).toEqual([['agent'], ['agent', 'admin'], ['agent', 'admin', 'owner']]);
});

it.each([
  ['agent', []],
  ['admin', ['agent', 'admin']],
  ['owner', ['agent', 'admin', 'owner']],
] as const)('an %s manages members with the roles %j', (role, managed) => {
  expect(roles.filter((target) => canManage(role, target))).toEqual(managed);
});
