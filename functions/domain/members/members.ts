import { ApiError, notFound } from '../../model/api-error.ts';
import type { Agent, Member, MemberCaller, Role } from '../../model/members/member.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import * as table from '../../table/members/members.ts';
import { endInvitationsOf } from './invitations.ts';
import { requireCanManage } from './roles.ts';

/** A member, or an operator, who has the rights of an Owner and is no member. */
export type MemberManager = Pick<MemberCaller, 'workspaceId' | 'role'> & Partial<Pick<MemberCaller, 'userId'>>;

/** The members are in the order in which they joined. */
export const listMembers = async (workspaceId: string): Promise<Member[]> => {
  const members = await table.queryMembers(workspaceId);
  return members.map(toMember).sort((left, right) => (left.joined_at < right.joined_at ? -1 : 1));
};

/** API keys see members without their addresses. */
export const listAgents = async (workspaceId: string, page: PageRequest): Promise<Page<Agent>> => {
  const { items, next } = await table.queryMemberPage(workspaceId, page);
  return { items: items.map(({ user_id: id, name, role }) => ({ id, name, role })), next };
};

export const getMember = async (workspaceId: string, userId: string): Promise<Member> =>
  toMember(await getStoredMember(workspaceId, userId));

/** Idempotent: a member who has the role keeps it. */
export const changeRole = async (caller: MemberManager, userId: string, role: Role): Promise<Member> => {
  const member = await getStoredMember(caller.workspaceId, userId);
  requireCanManage(caller.role, member.role);
  requireCanManage(caller.role, role);
  if (member.role === role) return toMember(member);
  requireWritten(await table.updateRole(caller.workspaceId, member, role, caller));
  await endInvitationsOf(caller.workspaceId, userId, role);
  return toMember({ ...member, role });
};

/** The member's sessions stay: each request reads the membership. */
export const removeMember = async (caller: MemberManager, userId: string) => {
  const member = await getStoredMember(caller.workspaceId, userId);
  requireCanManage(caller.role, member.role);
  requireWritten(await table.removeMember(caller.workspaceId, member, caller));
  await endInvitationsOf(caller.workspaceId, userId);
  return { user_id: userId, removed: true as const };
};

export const leaveWorkspace = async ({ workspaceId, userId, role }: MemberCaller) => {
  const member = await getStoredMember(workspaceId, userId);
  requireWritten(await table.removeMember(workspaceId, member, { userId, role }));
  await endInvitationsOf(workspaceId, userId);
  return { left: true as const };
};

const getStoredMember = async (workspaceId: string, userId: string): Promise<table.StoredMember> => {
  const member = await table.findMember(workspaceId, userId);
  if (!member) throw notFound('member');
  return member;
};

const conflicts = {
  last_owner: 'A workspace needs an Owner. Make another member an Owner first.',
  changed_meanwhile: "The member's role changed meanwhile. Check the list of members and try again.",
  actor_changed: 'Your own role changed meanwhile. Reload the page.',
};

const requireWritten = (outcome: 'written' | keyof typeof conflicts): void => {
  if (outcome !== 'written') throw new ApiError('conflict', conflicts[outcome]);
};

/** Lists the fields, so the cursor secret is not returned. */
const toMember = (member: table.StoredMember): Member => ({
  user_id: member.user_id,
  name: member.name,
  email: member.email,
  role: member.role,
  joined_at: member.joined_at,
  last_seen_at: member.last_seen_at,
  ...(member.mail_fault && { mail_fault: member.mail_fault }),
});
