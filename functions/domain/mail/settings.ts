import { ApiError, notFound } from '../../model/api-error.ts';
import { noticeKinds } from '../../model/mail/mail.ts';
import { canManage, type MailChanges, type MailSettings, type MemberCaller } from '../../model/members/member.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { type TransactionPart, transact } from '../../table/dynamodb/write.ts';
import { removeAddressFaultPart } from '../../table/mail/mails.ts';
import { countAddressPart, queryInvitations, removeInvitationFaultPart } from '../../table/members/invitations.ts';
import {
  findMember,
  putMailSettings,
  queryMembers,
  removeMemberFaultPart,
  type StoredMember,
} from '../../table/members/members.ts';
import { hashAddress, hashCountedAddress } from '../members/addresses.ts';
import { tooManyToAddress } from '../members/invitations.ts';
import { newWeeklyMail } from './weekly-report.ts';

export const getMailSettings = async ({ workspaceId, userId }: MemberCaller): Promise<MailSettings> => {
  const member = await findMember(workspaceId, userId);
  return toMailSettings(member);
};

export const updateMailSettings = async (
  { workspaceId, userId }: MemberCaller,
  { off, on }: MailChanges,
): Promise<MailSettings> => {
  const chosen = { off: [...new Set(off)], on: on && [...new Set(on)] };
  const parts = on?.includes('weekly_report') ? [await newWeeklyMail(workspaceId)] : [];
  if (!(await putMailSettings(workspaceId, userId, chosen, parts))) throw notFound('member');
  return toMailSettings(await findMember(workspaceId, userId));
};

const toMailSettings = (member: Pick<StoredMember, 'mail_off' | 'mail_on'> = {}): MailSettings => ({
  off: noticeKinds.filter((kind) => member.mail_off?.includes(kind)),
  on: member.mail_on ?? [],
});

/**
 * Sends mail again to the address of a member or of an open invitation. Idempotent. Somebody who called our mail spam
 * has to ask for it themselves.
 */
export const resumeMail = async (caller: MemberCaller, id: string) => {
  const { email, kind, showsFault, isInvitation } = await findFault(caller, id);
  if (kind === 'complaint' && id !== caller.userId)
    throw new ApiError(
      'forbidden',
      'This person reported an email as spam, so only they can turn emails on again. Tell them in another way.',
    );
  if (!kind) return { id, resumed: true as const };
  const result = await transact([
    showsFault,
    removeAddressFaultPart(hashAddress(email)),
    ...(isInvitation ? [countAddressPart(await hashCountedAddress(email), isoTime(clock.now()))] : []),
  ]);
  if (!result.written && result.failedPart === 2) throw tooManyToAddress();
  return { id, resumed: true as const };
};

interface FoundFault {
  email: string;
  kind: 'bounce' | 'complaint' | undefined;
  showsFault: TransactionPart;
  /** An invitation is mailed again. */
  isInvitation: boolean;
}

const findFault = async ({ workspaceId, role }: MemberCaller, id: string): Promise<FoundFault> => {
  const [members, invitations] = await Promise.all([
    queryMembers(workspaceId),
    queryInvitations(workspaceId, isoTime(clock.now())),
  ]);
  const member = members.find(({ user_id }) => user_id === id);
  if (member) {
    const { email, mail_fault } = member;
    return { email, kind: mail_fault?.kind, showsFault: removeMemberFaultPart(workspaceId, id), isInvitation: false };
  }
  const invitation = invitations.find((each) => each.id === id && canManage(role, each.role));
  if (!invitation) throw notFound('member');
  const { email, mail_fault } = invitation;
  return { email, kind: mail_fault?.kind, showsFault: removeInvitationFaultPart(workspaceId, id), isInvitation: true };
};
