import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { accountFaults } from '../channels/health.ts';

/** Everything a mail needs that may have changed by the time it is sent. An invitation and a webhook are read then. */
export const occurrence = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invitation'), id: z.uuid(), round: z.int() }),
  z.object({
    kind: z.literal('mention'),
    /** The note. */
    id: z.uuid(),
    conversation_id: z.uuid(),
    by: z.string(),
    at: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('webhook_off'), id: z.uuid(), generation: z.int() }),
  z.object({
    kind: z.literal('channel_refused'),
    channel: z.enum(channels),
    fault: z.enum(accountFaults),
    message: z.string(),
    at: z.iso.datetime(),
  }),
  z.object({ kind: z.literal('plan_used'), month: z.string(), percent: z.int(), limit: z.int() }),
  z.object({
    kind: z.literal('broadcast_ended'),
    id: z.uuid(),
    name: z.string(),
    status: z.enum(['sent', 'failed', 'canceled']),
    sent: z.int(),
    failed: z.int(),
    /** The member who canceled it, and is not told. */
    by: z.optional(z.uuid()),
  }),
  z.object({
    kind: z.literal('key_use'),
    reason: z.enum(['network', 'inactive']),
    keyId: z.uuid(),
    name: z.string(),
    /** The new network, or the address of the refused call. */
    from: z.string(),
    at: z.iso.datetime(),
  }),
  /** Both days are those of the workspace's time zone. */
  z.object({ kind: z.literal('weekly_report'), from: z.iso.date(), to: z.iso.date() }),
]);

export type Occurrence = z.output<typeof occurrence>;
export type WeeklyReport = Extract<Occurrence, { kind: 'weekly_report' }>;
export type MailNotice = Exclude<Occurrence, { kind: 'invitation' | 'weekly_report' }>;
