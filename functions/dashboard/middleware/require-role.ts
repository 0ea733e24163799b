import { type CallMiddleware, getCaller } from '../../http/request.ts';
import { ApiError } from '../../model/api-error.ts';
import { hasRole, type MemberCaller, type Role, roleNames } from '../../model/members/member.ts';

export const requireRole = (required: Role): CallMiddleware<MemberCaller> => ({
  before: (request) => {
    const { role } = getCaller(request);
    if (hasRole(role, required)) return;
    throw new ApiError(
      'forbidden',
      `This needs the role ${roleNames[required]}, and you are ${roleNames[role]}. Ask an Owner of the workspace.`,
    );
  },
});
