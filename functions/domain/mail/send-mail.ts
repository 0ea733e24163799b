import { buildMaintenanceJob, type MailJob } from '../../model/jobs/maintenance.ts';
import { type MailKind, noticeKinds } from '../../model/mail/mail.ts';
import type { MailNotice, Occurrence, WeeklyReport } from '../../model/mail/occurrence.ts';
import { hasRole } from '../../model/members/member.ts';
import { clock, isoTime, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { addLogFields } from '../../platform/log/invocation-trace.ts';
import { deliverMail, type OutgoingMail } from '../../platform/mail.ts';
import { hasMention } from '../../table/conversations/mentions.ts';
import { findAddressFault, markMailSent, takeMail } from '../../table/mail/mails.ts';
import { findInvitation, putInvitationFault } from '../../table/members/invitations.ts';
import { findMember, putMemberFault, queryMembers, type StoredMember } from '../../table/members/members.ts';
import { findWorkspace } from '../../table/workspaces/workspaces.ts';
import { hashAddress } from '../members/addresses.ts';
import { enqueueJobs } from '../queues.ts';
import { renderMail } from './render.ts';
import { describeWeek, readWeek } from './report-texts.ts';
import { describeInvitation, describeNotice, type MailText } from './texts.ts';
import { toUnsubscribeUrl } from './unsubscribe.ts';
import { listWebhookFacts } from './webhook-facts.ts';

/** Longer than the function may run, so nobody else sends meanwhile, and shorter than SQS waits to deliver again. */
const leaseMs = 120_000;

/** How long a mail is known to be sent. */
const sentDays = 30;

/** An occurrence becomes a job for each recipient, so one address that fails keeps no other from its mail. */
export const sendMail = async (job: MailJob): Promise<void> => {
  const { workspaceId, occurrence, userId } = job;
  if (occurrence.kind === 'invitation') return sendInvitation(job, occurrence.id);
  if (userId !== undefined) return sendNotice(job, occurrence, userId);
  const by = occurrence.kind === 'broadcast_ended' ? occurrence.by : undefined;
  const recipients = (await queryMembers(workspaceId)).filter(
    (member) => wantsMail(member, occurrence.kind) && member.user_id !== by,
  );
  await enqueueJobs(recipients.map(({ user_id }) => buildMaintenanceJob({ ...job, userId: user_id })));
};

const wantsMail = ({ role, mail_off = [], mail_on = [] }: StoredMember, kind: MailKind): boolean =>
  mail_on.some((chosen) => chosen === kind) ||
  (noticeKinds.some((notice) => notice === kind) &&
    (kind === 'mention' || hasRole(role, 'admin')) &&
    !mail_off.includes(kind));

const sendInvitation = async (job: MailJob, invitationId: string): Promise<void> => {
  const { workspaceId } = job;
  const [workspace, invitation] = await Promise.all([
    findWorkspace(workspaceId),
    findInvitation(workspaceId, invitationId),
  ]);
  if (!workspace || !invitation || invitation.expires_at <= isoTime(clock.now())) return;
  await sendOnce(job, {
    email: invitation.email,
    recipient: 'invited',
    compose: async () => ({ text: describeInvitation(workspace.name, invitation) }),
    tags: { workspace_id: workspaceId, invitation_id: invitationId },
    noteFault: (fault) => putInvitationFault(workspaceId, invitationId, fault),
  });
};

/** There is nobody to tell if the member has left since the occurrence, or no longer wants the notice. */
const sendNotice = async (job: MailJob, notice: MailNotice | WeeklyReport, userId: string): Promise<void> => {
  const { workspaceId } = job;
  const [workspace, member] = await Promise.all([findWorkspace(workspaceId), findMember(workspaceId, userId)]);
  if (!workspace || !member || !wantsMail(member, notice.kind)) return;
  const { email } = member;
  await sendOnce(job, {
    email,
    recipient: userId,
    compose: async () => {
      const unsubscribeUrl = toUnsubscribeUrl(workspaceId, member, notice.kind);
      if (notice.kind === 'weekly_report')
        return { text: describeWeek(workspace, await readWeek(workspaceId, notice)), unsubscribeUrl };
      const facts = notice.kind === 'webhook_off' ? await listWebhookFacts(workspaceId, notice.id) : undefined;
      if (notice.kind === 'webhook_off' && !facts) return undefined;
      if (notice.kind === 'mention' && !(await hasMention(workspaceId, userId, notice.id))) return undefined;
      return { text: describeNotice(workspace, notice, facts), unsubscribeUrl };
    },
    tags: { workspace_id: workspaceId, user_id: userId },
    noteFault: (fault) => putMemberFault(workspaceId, userId, email, fault),
  });
};

interface Addressed {
  email: string;
  recipient: string;
  /** Undefined if there is nothing left to tell. */
  compose: () => Promise<{ text: MailText; unsubscribeUrl?: string } | undefined>;
  tags: OutgoingMail['tags'];
  noteFault: (fault: NonNullable<Awaited<ReturnType<typeof findAddressFault>>>) => Promise<void>;
}

/** A crash between the sending and its mark leads to one more mail, after the lease: SES cannot tell a repeat. */
const sendOnce = async (job: MailJob, { email, recipient, compose, tags, noteFault }: Addressed): Promise<void> => {
  const fault = await findAddressFault(hashAddress(email));
  if (fault) {
    addLogFields({ outcome: 'address_off' });
    return noteFault(fault);
  }
  const mail = await compose();
  if (!mail) return;
  const key = { workspaceId: job.workspaceId, mailId: `${toOccurrenceId(job.occurrence)}#${recipient}` };
  const expires = nowSeconds() + sentDays * secondsPerDay;
  const lease = await takeMail(key, { nowMs: clock.now(), leaseMs, expires });
  addLogFields({ mail: job.occurrence.kind, lease });
  if (lease === 'sent') return;
  if (lease === 'held') return enqueueJobs([buildMaintenanceJob(job, leaseMs / 1_000)]);
  const outcome = await deliverMail({ to: email, tags, ...renderMail(mail.text, mail.unsubscribeUrl) });
  if (outcome === 'limited') return defer(job);
  if (outcome === 'refused') {
    // A fault of the address and not of ours, so no dead letter: members could page the operator.
    addLogFields({ outcome: 'address_refused' });
    return noteFault({ kind: 'bounce', at: isoTime(clock.now()) });
  }
  await markMailSent(key, isoTime(clock.now()));
};

/** A day of refusals, for the limit on a day: later and later, each after the lease. */
const deferralsMax = 100;

const defer = async (job: MailJob): Promise<void> => {
  const deferrals = (job.deferrals ?? 0) + 1;
  if (deferrals > deferralsMax) throw new Error(`SES refused the mail ${deferralsMax} times because of its limits.`);
  addLogFields({ outcome: 'limited' });
  const jitterSeconds = Math.random() * 60;
  await enqueueJobs([buildMaintenanceJob({ ...job, deferrals }, (leaseMs / 1_000) * deferrals + jitterSeconds)]);
};

/** Occurrences with the same id count as one: a fault that comes and goes is reported once a day. */
export const toOccurrenceId = (occurrence: Occurrence): string => {
  switch (occurrence.kind) {
    case 'invitation':
      return `invitation#${occurrence.id}#${occurrence.round}`;
    case 'mention':
      // One mail for all notes of an hour in one conversation.
      return `mention#${occurrence.conversation_id}#${occurrence.at.slice(0, 13)}`;
    case 'webhook_off':
      return `webhook_off#${occurrence.id}#${occurrence.generation}`;
    case 'channel_refused':
      return `channel_refused#${occurrence.channel}#${occurrence.fault}#${occurrence.at.slice(0, 10)}`;
    case 'plan_used':
      return `plan_used#${occurrence.month}#${occurrence.percent}#${occurrence.limit}`;
    case 'broadcast_ended':
      return `broadcast_ended#${occurrence.id}`;
    case 'key_use':
      return `key_use#${occurrence.keyId}#${occurrence.reason === 'network' ? occurrence.from : 'inactive'}`;
    case 'weekly_report':
      return `weekly_report#${occurrence.to}`;
  }
};
