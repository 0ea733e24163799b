import type { MailKind } from '../../../functions/model/mail/mail.ts';
import type { Role } from '../../../functions/model/members/member.ts';

const roleHints: Record<Role, string> = {
  agent:
    'Answers customers and keeps contacts up to date. Sees broadcasts, segments and reports, and changes no settings.',
  admin:
    'Does everything an Agent does, sends broadcasts, imports contacts, and manages segments, channels, webhooks, API keys, Agents and Admins. Sees the audit log.',
  owner: 'Does everything an Admin does, and manages Owners.',
};

const mailKinds: Record<MailKind, string> = {
  mention: 'A colleague mentions me, and I have not seen it after five minutes',
  webhook_off: 'A webhook was turned off',
  channel_refused: 'A channel stopped accepting messages',
  plan_used: '80 or 100 percent of the plan is used',
  broadcast_ended: 'A broadcast has ended',
  key_use: 'An API key is used from a new network, or after it ended',
  weekly_report: 'A week has ended, with its numbers from Reports, on Monday morning',
};

export const memberTexts = {
  title: 'Members',
  lead: 'People who can open this workspace. A person’s role decides what they can do here.',
  manage: 'invite people and change roles',
  manageOwners: 'invite, change and remove Owners',
  loadFailed: 'The members could not be loaded.',
  invitationsFailed: 'The invitations could not be loaded.',
  people: 'People',
  columns: { name: 'Name', role: 'Role', joined: 'Joined', lastSeen: 'Last seen', actions: 'Actions' },
  you: 'You',
  never: 'Never',
  now: 'Now',
  rolesTitle: 'What each role can do',
  roleHints,
  onlyOwner: 'You are the only Owner. To leave or change your role, make another member an Owner first.',
  role: {
    label: (name: string, role: string) => `${name} is ${role}. Change role`,
    done: (name: string, role: string) => `${name} is now ${role}`,
    failed: (name: string) => `The role of ${name} was not changed.`,
    ownerTitle: (name: string) => `Make ${name} an Owner?`,
    ownerLead: (name: string) =>
      `${name} will be able to do everything that you can do here, and to change or remove you.`,
    ownerSubmit: 'Make Owner',
    ownTitle: (role: string) => `Change your own role to ${role}?`,
    ownLead: (from: string) => `You cannot undo this yourself. Another ${from} has to change it back.`,
    ownSubmit: 'Change my role',
  },
  remove: {
    action: 'Remove',
    label: (name: string) => `Remove ${name}`,
    title: (name: string) => `Remove ${name}?`,
    lead: (name: string) =>
      `${name} loses access to this workspace at once, and the open invitations that ${name} sent end. API keys that ${name} made keep working.`,
    submit: 'Remove member',
    done: (name: string) => `${name} was removed.`,
    keys: (name: string) => `API keys that ${name} made keep working. Check whether they are still needed.`,
    review: 'Review API keys',
    dismiss: 'Dismiss',
  },
  leave: {
    action: 'Leave',
    label: 'Leave this workspace',
    title: (workspace: string) => `Leave ${workspace}?`,
    lead: 'You lose access at once. To come back, you need a new invitation. API keys that you made keep working.',
    submit: 'Leave workspace',
    done: (workspace: string) => `You left ${workspace}`,
  },
  invitations: {
    title: 'Open invitations',
    /** An operator invites in the name of the service. */
    inviter: (name: string) => (name === 'Switchboard' ? 'The operator' : name),
    columns: { email: 'Email', role: 'Role', invitedBy: 'Invited by', expires: 'Expires', actions: 'Actions' },
    empty: 'No open invitations.',
    copy: 'Copy invitation',
    copyLabel: (email: string) => `invitation for ${email}`,
    text: (workspace: string, url: string, email: string) =>
      `You are invited to ${workspace} on Switchboard: ${url}. Sign in with ${email}.`,
    cancel: 'Cancel',
    cancelLabel: (email: string) => `Cancel the invitation for ${email}`,
    canceled: (email: string) => `The invitation for ${email} is canceled`,
    cancelFailed: (email: string) => `The invitation for ${email} was not canceled.`,
  },
  mail: {
    title: 'Email to you',
    savedAtOnce: 'Changes are saved at once',
    label: 'Send me an email when',
    kinds: mailKinds,
    saved: 'Your choice is saved',
    failed: 'Your choice was not saved.',
    loadFailed: 'Your choice could not be loaded.',
    faults: { bounce: 'Email to this address bounced', complaint: 'An email to this address was reported as spam' },
    resume: 'Send again',
    resumeLabel: (email: string) => `Send again to ${email}`,
    resumed: (email: string) => `Email goes to ${email} again`,
    resumeFailed: 'Email stays off.',
  },
  invite: {
    action: 'Invite',
    title: 'Invite a person',
    lead: (days: number) =>
      `The invitation expires in ${days} days. They sign in with this email address to accept it.`,
    email: 'Email',
    emailMissing: 'Enter the email address of the person.',
    emailMalformed: 'Enter a full email address, such as ana@example.com.',
    role: 'Role',
    ownersOnly: 'Only Owners can invite Owners.',
    submit: 'Create invitation',
  },
  invited: {
    title: (email: string) => `${email} is invited`,
    mailed:
      'Switchboard sends them an email. You can also send this text yourself. It is safe to forward: only this address can accept it.',
    lead: 'Switchboard does not send an email. Copy this text and send it yourself. It is safe to forward: only this address can accept it.',
    text: 'Invitation text',
    done: 'Done',
  },
};
