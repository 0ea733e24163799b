import { describe, expect, test } from 'vitest';
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
const viewer = ({ user_id, role }: Member) => ({ userId: user_id, role });

describe('the page of members', () => {
  test('keeps the only Owner, who can neither leave nor change role', () => {
    const none = { rolesToChoose: [], canRemove: false, canLeave: false };
    expect(rightsOver(olivia, viewer(olivia), [olivia, adam])).toEqual({ isSelf: true, isOnlyOwner: true, ...none });
  });

  test('lets one of two Owners leave, change role, and remove the other', () => {
    const members = [olivia, oscar];
    expect(rightsOver(olivia, viewer(olivia), members)).toMatchObject({ canLeave: true, canRemove: false });
    expect(rightsOver(olivia, viewer(olivia), members).rolesToChoose).toContain('agent');
    expect(rightsOver(oscar, viewer(olivia), members)).toMatchObject({ canLeave: false, canRemove: true });
  });

  test('gives an Admin no controls over Owners', () => {
    const isOver = (other: Member, members: Member[]) => expect(rightsOver(other, viewer(adam), members));
    isOver(olivia, [olivia, adam]).toMatchObject({ rolesToChoose: [], canRemove: false });
    isOver(olivia, [olivia, oscar, adam]).toMatchObject({ rolesToChoose: [], canRemove: false });
    isOver(agnes, [olivia, adam, agnes]).toMatchObject({ rolesToChoose: ['agent', 'admin'], canRemove: true });
  });

  test('gives an Agent nothing but the way out', () => {
    const members = [olivia, adam, agnes];
    expect(rightsOver(adam, viewer(agnes), members)).toMatchObject({ rolesToChoose: [], canRemove: false });
    expect(rightsOver(agnes, viewer(agnes), members)).toMatchObject({ rolesToChoose: [], canLeave: true });
  });
});
