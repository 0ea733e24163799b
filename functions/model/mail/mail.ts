import * as z from 'zod/mini';

/** The notices that people get until they turn them off: everyone of a mention, Owners and Admins of the others. */
export const noticeKinds = [
  'mention',
  'webhook_off',
  'channel_refused',
  'plan_used',
  'broadcast_ended',
  'key_use',
] as const;

/** What people get only once they have chosen it, whatever their role. */
export const chosenKinds = ['weekly_report'] as const;

export type ChosenKind = (typeof chosenKinds)[number];

export const mailKinds = [...noticeKinds, ...chosenKinds] as const;

export type MailKind = (typeof mailKinds)[number];

/** Why no mail goes to an address: it does not exist, or its owner called our mail spam. */
export const mailFault = z.object({ kind: z.enum(['bounce', 'complaint']), at: z.iso.datetime() });

export type MailFault = z.output<typeof mailFault>;

/** The percentages of a plan at which its Owners and Admins hear of it. */
export const noticedPercents = [100, 80] as const;

/** A key with more networks is known to move around, so a new network says nothing. */
export const networksKnownMax = 10;
