import { invite } from '../../../functions/domain/members/invitations.ts';
import type { MemberManager } from '../../../functions/domain/members/members.ts';
import { acceptInvitation } from '../../../functions/domain/members/received-invitations.ts';
import { signInUser } from '../../../functions/domain/members/users.ts';
import { createWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { MemberCaller, Role } from '../../../functions/model/members/member.ts';
import type { User } from '../../../functions/model/members/user.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';

Object.assign(process.env, { SESSION_IDLE_HOURS: '8', SESSION_ABSOLUTE_HOURS: '24' });

export const newAddress = (): string => `${newId()}@members.example`;

export const laptop = { browser: 'Firefox on Linux', address: '192.0.2.1' };

export const makeUser = (email = newAddress(), name = 'Ana Ames'): Promise<User> =>
  signInUser({ issuer: 'https://issuer.example', subject: newId(), email, name });

export const makeWorkspace = async (): Promise<string> => (await createWorkspace('Acme', 'DE')).id;

export const operator = { name: 'operator', role: 'owner' } as const;

export const operatorOf = (workspaceId: string): MemberManager => ({ workspaceId, role: 'owner' });

/** Invites a new user and accepts the invitation. */
export const makeMember = async (workspaceId: string, role: Role): Promise<MemberCaller> => {
  const user = await makeUser();
  await invite(workspaceId, newId(), { email: user.email, role }, operator);
  await acceptInvitation(user, workspaceId);
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
