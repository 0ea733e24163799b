import { hasRole, type Member, type Role, roles } from '../../../functions/model/member.ts';

/** The same rules as the server's, so that the page offers only what will be allowed. */
export const rolesToGive = (own: Role): Role[] => {
  if (!hasRole(own, 'admin')) return [];
  return roles.filter((role) => role !== 'owner' || own === 'owner');
};

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

export const rightsOver = (member: Member, viewer: Viewer, members: readonly Member[]): MemberRights => {
  const isSelf = member.user_id === viewer.userId;
  const isOnlyOwner = member.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1;
  const given = rolesToGive(viewer.role);
  const canManage = given.includes(member.role) && !isOnlyOwner;
  return {
    isSelf,
    isOnlyOwner,
    rolesToChoose: canManage ? given : [],
    canRemove: canManage && !isSelf,
    canLeave: isSelf && !isOnlyOwner,
  };
};
