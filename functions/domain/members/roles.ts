import { ApiError } from '../../model/api-error.ts';
import { canManage, type Role } from '../../model/members/member.ts';

/** Checked for the role that a member has and for the one that they get, so nobody can raise their own. */
export const requireCanManage = (role: Role, target: Role): void => {
  if (canManage(role, target)) return;
  throw new ApiError(
    'forbidden',
    role === 'admin'
      ? 'Only an Owner can invite, change or remove Owners. Ask an Owner of the workspace.'
      : 'Only Admins and Owners can manage members. Ask an Admin or Owner of the workspace.',
  );
};
