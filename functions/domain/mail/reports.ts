import type { MailReportJob } from '../../model/jobs/maintenance.ts';
import type { MailFault } from '../../model/mail/mail.ts';
import { isoTime } from '../../platform/clock.ts';
import { putAddressFault } from '../../table/mail/mails.ts';
import { putInvitationFault } from '../../table/members/invitations.ts';
import { putMemberFault } from '../../table/members/members.ts';
import { hashAddress, normalizeAddress } from '../members/addresses.ts';

/**
 * Turns an address off: for every workspace, because it is the same mailbox. Each workspace learns of it from its own
 * mail: here, or when it next has one for the address.
 */
export const noteMailReport = async ({ detail }: MailReportJob): Promise<void> => {
  const report = readReport(detail);
  if (!report) return;
  const { fault, emails } = report;
  const [workspaceId, userId, invitationId] = ['workspace_id', 'user_id', 'invitation_id'].map(
    (name) => detail.mail.tags[name]?.[0],
  );
  for (const email of emails) {
    await putAddressFault(hashAddress(email), fault);
    if (workspaceId && userId) await putMemberFault(workspaceId, userId, normalizeAddress(email), fault);
    if (workspaceId && invitationId) await putInvitationFault(workspaceId, invitationId, fault);
  }
};

/** A full mailbox, or a server that is away, says nothing about tomorrow. */
const readReport = ({
  bounce,
  complaint,
}: MailReportJob['detail']): { fault: MailFault; emails: string[] } | undefined => {
  if (complaint) return toReport('complaint', complaint.timestamp, complaint.complainedRecipients);
  return bounce?.bounceType === 'Permanent'
    ? toReport('bounce', bounce.timestamp, bounce.bouncedRecipients)
    : undefined;
};

const toReport = (kind: MailFault['kind'], timestamp: string, recipients: readonly { emailAddress: string }[]) => ({
  fault: { kind, at: isoTime(Date.parse(timestamp)) },
  emails: recipients.map(({ emailAddress }) => emailAddress),
});
