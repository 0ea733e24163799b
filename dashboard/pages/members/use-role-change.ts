import { useState } from 'react';
import type { Member, Role } from '../../../functions/model/members/member.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useSession } from '../../context/session.ts';
import { toast } from '../../context/toast.ts';
import { memberTexts } from '../../texts/en/members.ts';
import { en } from '../../texts/en.ts';

export interface RoleChange {
  member: Member;
  role: Role;
}

/** A new Owner and one's own role are confirmed first: the person could not undo them alone. */
export const useRoleChange = () => {
  const { user } = useSession();
  const update = useOperation('updateMember', ['listMembers', 'getSession']);
  const [asked, setAsked] = useState<RoleChange>();
  const [last, setLast] = useState<RoleChange>();

  const send = (change: RoleChange) => {
    const { member, role } = change;
    setLast(change);
    update.mutate(
      { params: { user_id: member.user_id }, input: { role } },
      {
        onSuccess: () => toast(memberTexts.role.done(member.name, en.roles[role])),
        onSettled: () => setAsked(undefined),
      },
    );
  };
  const choose = (member: Member, role: Role) => {
    if (role === 'owner' || member.user_id === user.id) setAsked({ member, role });
    else send({ member, role });
  };
  return { choose, send, asked, last, cancel: () => setAsked(undefined), error: update.error, operation: update };
};
