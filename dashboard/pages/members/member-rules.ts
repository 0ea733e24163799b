import { canManage, type Member, type Role, roles } from '../../../functions/model/members/member.ts';

export const rolesToGive = (own: Role): Role[] => roles.filter((role) => canManage(own, role));

export interface Viewer {
  userId: string;
  role: Role;
}

export interface MemberRights {
  isSelf: boolean;
  /** Nobody but this Owner could manage Owners. */
  isOnlyOwner: boolean;
  rolesToChoose: Role[];
  canRemove: boolean;
  canLeave: boolean;
}

/** Mirrors the server's rules, so the page offers only actions that the server allows. */
export const rightsOver = (member: Member, viewer: Viewer, members: readonly Member[]): MemberRights => {
  const isSelf = member.user_id === viewer.userId;
  const isOnlyOwner = member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
  const mayManage = canManage(viewer.role, member.role) && !isOnlyOwner;
  return {
    isSelf,
    isOnlyOwner,
    rolesToChoose: mayManage ? rolesToGive(viewer.role) : [],
    canRemove: mayManage && !isSelf,
    canLeave: isSelf && !isOnlyOwner,
  };
};
