import type { MailNotice } from '../../model/mail/occurrence.ts';
import { type Invitation, roleNames } from '../../model/members/member.ts';
import { env } from '../../platform/env.ts';
import type { WebhookFacts } from './webhook-facts.ts';

/** A mail says what happened, what it means and what to do, and links to the one page where to do it. */
export interface MailText {
  subject: string;
  lines: string[];
  link: { label: string; url: string };
  /** Says why this person gets the mail. */
  reason: string;
}

export interface Workspace {
  id: string;
  name: string;
}

/** Links lead to our own pages only. */
export const toLink = (label: string, path: string): MailText['link'] => ({
  label,
  url: new URL(path, env.dashboardUrl()).href,
});

/** Names are the customer's. A mail client finds no link in one that has a space after each sign of an address. */
export const toPlainName = (name: string): string => name.replaceAll(/([.。．｡:@])[\s\p{Cf}]*(?=\S)/gu, '$1 ');

/** Operators invite without being a member, so their invitations have no `invited_by_id`. */
export const describeInvitation = (
  givenName: string,
  { email, role, invited_by, invited_by_id, expires_at }: Invitation & { invited_by_id?: string },
) => {
  const workspaceName = toPlainName(givenName);
  const inviter = invited_by_id === undefined ? 'the operator of Switchboard' : toPlainName(invited_by);
  return {
    subject: invited_by_id
      ? `${inviter} invited you to ${workspaceName} on Switchboard`
      : `You are invited to ${workspaceName} on Switchboard`,
    lines: [
      `You are invited to the workspace ${workspaceName} on Switchboard as ${roleNames[role]}, by ${inviter}.`,
      `To accept, sign in with ${email}. The invitation is for this address only and expires on ${toDate(expires_at)}.`,
      'If you did not expect it, ignore this email. Nothing happens without your sign-in.',
    ],
    link: toLink('Sign in to accept', '/workspaces'),
    reason: `You get this one email because ${inviter} entered your address.`,
  };
};

/** `facts` are those of the webhook that was turned off. */
export const describeNotice = (given: Workspace, notice: MailNotice, facts?: WebhookFacts): MailText => {
  const workspace = { ...given, name: toPlainName(given.name) };
  const named = 'name' in notice ? { ...notice, name: toPlainName(notice.name) } : notice;
  return {
    ...describeOccurrence(workspace, named, facts),
    reason: `You get this email because you ${notice.kind === 'mention' ? 'are a member of' : 'manage'} the workspace ${workspace.name} on Switchboard.`,
  };
};

const describeOccurrence = (
  workspace: Workspace,
  notice: MailNotice,
  facts?: WebhookFacts,
): Omit<MailText, 'reason'> => {
  switch (notice.kind) {
    case 'mention':
      return mention(workspace, notice);
    case 'webhook_off':
      return webhookOff(workspace, notice, facts);
    case 'channel_refused':
      return channelRefused(workspace, notice);
    case 'plan_used':
      return planUsed(workspace, notice);
    case 'broadcast_ended':
      return broadcastEnded(workspace, notice);
    case 'key_use':
      return keyUse(workspace, notice);
  }
};

type Of<Kind extends MailNotice['kind']> = Extract<MailNotice, { kind: Kind }>;

/** The note may tell of a customer, so the mail does not quote it. */
const mention = ({ id, name }: Workspace, { id: noteId, conversation_id, by, at }: Of<'mention'>) => ({
  subject: `${toPlainName(by)} mentioned you in ${name}`,
  lines: [
    `At ${toTime(at)}, ${toPlainName(by)} mentioned you in a note in ${name}, and you have not opened the conversation since.`,
    'Open it to read the note. Further notes there within the hour bring no other email.',
  ],
  link: toLink(
    'Open the conversation',
    `/w/${id}/inbox?${new URLSearchParams({ view: 'all', c: conversation_id, m: noteId })}`,
  ),
});

const webhookOff = ({ id, name }: Workspace, notice: Of<'webhook_off'>, facts?: WebhookFacts) => {
  const { host = '', since = null, missedSince, lastCode, missed = 0, isAtLeast = false } = facts ?? {};
  const search = new URLSearchParams({ dialog: 'recover', ...(missedSince && { from: missedSince }) });
  return {
    subject: `A webhook of ${name} was turned off`,
    lines: [
      `The webhook to ${host} in ${name} was turned off, because 15 events in a row could not be delivered${
        since === null ? '' : `, the first at ${toTime(since)}`
      }. ${lastCode === undefined ? '' : `The last attempt ended with: ${lastCode}.`}`.trim(),
      `It missed ${isAtLeast ? 'more than ' : ''}${count(missed, 'event')} so far. New events are kept for 30 days, but not delivered.`,
      'Fix the receiver, turn the webhook on, and choose what to send again.',
    ],
    link: toLink('Open the webhook', `/w/${id}/webhooks/${notice.id}?${search}`),
  };
};

const faultTexts: Record<Of<'channel_refused'>['fault'], string> = {
  token: 'The access token is no longer valid. Create a new one at the channel and reconnect with it.',
  permission: 'The access token lacks a permission. Grant it at the channel, or reconnect with another token.',
  number: 'The phone number cannot send. Check its registration and display name at the channel.',
  restricted: 'The channel restricted the account. Open it at the channel to see why, and ask for a review there.',
  payment: 'The channel has a problem with the payment. Correct the payment method there.',
  rate: 'The channel is limiting how much you send. Wait, or ask it for a higher limit.',
};

const channelNames = { msgapp: 'Msgapp', social: 'Social', web: 'Web chat' };

const channelRefused = ({ id, name }: Workspace, { channel, fault, message, at }: Of<'channel_refused'>) => ({
  subject: `${channelNames[channel]} refuses messages of ${name}`,
  lines: [
    `Since ${toTime(at)}, ${channelNames[channel]} does not accept messages of ${name}. It says: ${message}`,
    'Messages and broadcasts on this channel fail until this is solved.',
    faultTexts[fault],
  ],
  link: toLink('Open the channels', `/w/${id}/settings/channels`),
});

const planUsed = ({ id, name }: Workspace, { month, percent, limit }: Of<'plan_used'>) => ({
  subject: `${name} has used ${percent}% of its messages`,
  lines: [
    `${name} has used ${percent}% of the ${number(limit)} messages of its plan for ${month} (UTC).`,
    percent < 100
      ? 'When they are used up, further messages are refused until the month ends.'
      : 'Further messages are refused until the month ends. Messages of customers still arrive.',
    'To send more, ask for a larger plan.',
  ],
  link: toLink('See the usage', `/w/${id}/settings/usage`),
});

const endings = { sent: 'was sent', failed: 'failed', canceled: 'was canceled' };

const broadcastEnded = ({ id, name }: Workspace, notice: Of<'broadcast_ended'>) => ({
  subject: `The broadcast “${notice.name}” ${endings[notice.status]}`,
  lines: [
    `The broadcast “${notice.name}” in ${name} has ended: it ${endings[notice.status]}.`,
    `The channel accepted ${count(notice.sent, 'message')}. ${count(notice.failed, 'recipient')} got none.`,
    'Its page shows who got the message and why others did not.',
  ],
  link: toLink('Open the broadcast', `/w/${id}/broadcasts/${notice.id}`),
});

const keyUse = ({ id, name }: Workspace, { reason, keyId, name: key, from, at }: Of<'key_use'>) =>
  reason === 'network'
    ? {
        subject: `The API key “${key}” of ${name} is used from a new network`,
        lines: [
          `At ${toTime(at)}, the API key “${key}” in ${name} was first used from the network ${from}.`,
          'After a move of your servers this is expected. Otherwise someone else may have the key.',
          'If you do not know the network, revoke the key and make another.',
        ],
        link: toLink('Open the API keys', `/w/${id}/settings/api-keys`),
      }
    : {
        subject: `A call with the ended API key “${key}” of ${name} was refused`,
        lines: [
          `At ${toTime(at)}, a call with the API key “${key}” in ${name} came from ${from}. The key was revoked or has expired, so the call was refused.`,
          'A program that still has the key fails. If none of yours has it, someone else does, but can do nothing with it.',
          'Find the program by its address and give it a new key.',
        ],
        link: toLink('See the calls', `/w/${id}/requests?${new URLSearchParams({ key: keyId })}`),
      };

export const number = (value: number): string => value.toLocaleString('en-US');

export const count = (value: number, noun: string): string => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;

const toDate = (time: string): string => time.slice(0, 10);

const toTime = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
