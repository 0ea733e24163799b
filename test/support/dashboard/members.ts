import type { MemberManager } from '../../../functions/domain/members/members.ts';
import { signInUser } from '../../../functions/domain/members/users.ts';
import { createWorkspace, getStoredWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { MemberCaller, Role } from '../../../functions/model/members/member.ts';
import type { User } from '../../../functions/model/members/user.ts';
import { clock, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { countPart } from '../../../functions/table/members/members.ts';

Object.assign(process.env, { SESSION_IDLE_HOURS: '8', SESSION_ABSOLUTE_HOURS: '24' });

export const newAddress = (): string => `${newId()}@members.example`;

export const laptop = { browser: 'Firefox on Linux', address: '192.0.2.1' };

export const makeUser = (email = newAddress(), name = 'Ana Ames'): Promise<User> =>
  signInUser({ issuer: 'https://issuer.example', subject: newId(), email, name });

export const makeWorkspace = async (): Promise<string> => (await createWorkspace('Acme', 'DE')).id;

export const operator = { name: 'operator', role: 'owner' } as const;

export const operatorOf = (workspaceId: string): MemberManager => ({ workspaceId, role: 'owner' });

/** Stores a member as an accepted invitation does, without an invitation and its mail. */
export const putMember = async (workspaceId: string, user: User, role: Role): Promise<void> => {
  const { name: workspaceName, cursor_secret } = await getStoredWorkspace(workspaceId);
  const { id: user_id, name, email } = user;
  const member = { user_id, name, email, role, joined_at: isoTime(clock.now()), last_seen_at: null, cursor_secret };
  const membership = { workspace_id: workspaceId, name: workspaceName, role };
  await transact([
    { Put: { Item: { ...keys.member(workspaceId, user_id), entity: 'member', ...member } } },
    { Put: { Item: { ...keys.membership(user_id, workspaceId), ...membership } } },
    countPart(workspaceId, { members: 1, owners: Number(role === 'owner') }),
  ]);
};

export const makeMember = async (workspaceId: string, role: Role): Promise<MemberCaller> => {
  const user = await makeUser();
  await putMember(workspaceId, user, role);
  return { workspaceId, cursorSecret: '', userId: user.id, role, name: user.name, email: user.email, sessionId: '' };
};

/** Reads the stored counts; `owners` decides whether the last Owner may go. */
export const readCounts = async (workspaceId: string): Promise<{ members: number; owners: number }> => {
  const item = await findItem(keys.memberCount(workspaceId));
  return { members: Number(item?.['members'] ?? 0), owners: Number(item?.['owners'] ?? 0) };
};

/** The pointer's role, which must equal the member's. */
export const readPointer = async (workspaceId: string, userId: string): Promise<unknown> =>
  (await findItem(keys.membership(userId, workspaceId)))?.['role'];
