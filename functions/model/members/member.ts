import * as z from 'zod/mini';
import type { Tenant } from '../access/tenant.ts';
import { id } from '../id.ts';
import { chosenKinds, mailFault, noticeKinds } from '../mail/mail.ts';
import type { Availability } from '../turns/turn.ts';

/** The roles go from least to most. Each may do everything that the ones before it may do. */
export const roles = ['agent', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

export const roleNames: Record<Role, string> = { agent: 'Agent', admin: 'Admin', owner: 'Owner' };

export const hasRole = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);

/** Whether a member may invite, change or remove members with the role `target`. */
export const canManage = (role: Role, target: Role): boolean =>
  hasRole(role, 'admin') && (target !== 'owner' || role === 'owner');

/** A person in a workspace. The same person may be a member of several. */
export const member = z.object({
  user_id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  joined_at: z.iso.datetime(),
  last_seen_at: z.nullable(z.iso.datetime()),
  /** Set while no mail goes to the address. */
  mail_fault: z.optional(mailFault),
});

export type Member = z.output<typeof member>;

/** A member as the API shows them, to whom a conversation can be assigned. */
export const agent = z.object({ id: z.uuid(), name: z.string(), role: z.enum(roles) });

export type Agent = z.output<typeof agent>;

/** A member who sends a request. */
export interface MemberCaller extends Tenant {
  userId: string;
  role: Role;
  name: string;
  email: string;
  sessionId: string;
  /** Set if a team gives the member conversations by turns. */
  turns?: Availability;
}

export const memberChanges = z.object({ role: z.enum(roles) });

export const userParams = z.object({ user_id: id });

/** Found at sign-in by the verified email address. There is no secret link to forward or steal. */
export const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(roles),
  invited_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  mail_fault: z.optional(mailFault),
});

export type Invitation = z.output<typeof invitation>;

/** The notices that a member does not want, and what else they do want. */
export const mailSettings = z.object({
  off: z.array(z.enum(noticeKinds)).check(z.maxLength(noticeKinds.length)),
  on: z.array(z.enum(chosenKinds)).check(z.maxLength(chosenKinds.length)),
});

export type MailSettings = z.output<typeof mailSettings>;

/** A page that was opened before there was anything to choose leaves it as it is. */
export const mailChanges = z.extend(mailSettings, { on: z.optional(mailSettings.shape.on) });

export type MailChanges = z.output<typeof mailChanges>;

export const newInvitation = z.object({
  email: z.email('must be an email address, such as ana@example.com').check(z.maxLength(254), z.toLowerCase()),
  role: z.enum(roles),
});

export type NewInvitation = z.output<typeof newInvitation>;

export const membersMax = 200;
export const invitationsPerDayMax = { address: 3, workspace: 100 };

export const invitationsMax = 50;
export const invitationDays = 7;
