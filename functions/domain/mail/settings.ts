import { ApiError, notFound } from '../../model/api-error.ts';
import { canManage, type MailSettings, type MemberCaller } from '../../model/members/member.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { type TransactionPart, transact } from '../../table/dynamodb/write.ts';
import { removeAddressFaultPart } from '../../table/mail/mails.ts';
import { countAddressPart, queryInvitations, removeInvitationFaultPart } from '../../table/members/invitations.ts';
import { findMember, putMailOff, queryMembers, removeMemberFaultPart } from '../../table/members/members.ts';
import { hashAddress, hashCountedAddress } from '../members/addresses.ts';
import { tooManyToAddress } from '../members/invitations.ts';

export const getMailSettings = async ({ workspaceId, userId }: MemberCaller): Promise<MailSettings> => {
  const member = await findMember(workspaceId, userId);
  return { off: member?.mail_off ?? [] };
};

export const updateMailSettings = async (
  { workspaceId, userId }: MemberCaller,
  { off }: MailSettings,
): Promise<MailSettings> => {
  const chosen = [...new Set(off)];
  if (!(await putMailOff(workspaceId, userId, chosen))) throw notFound('member');
  return { off: chosen };
};

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
