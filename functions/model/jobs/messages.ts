import * as z from 'zod/mini';
import { inboundItem } from '../inbound/inbound.ts';
import { delay, delaySecondsMax, type QueueJob } from './job.ts';

export const inboundJob = z.object({
  item: inboundItem,
  /** How often the item was retried because the message it refers to was not stored yet. */
  postponements: z.int(),
  /** The time at which we received the item. */
  receivedAt: z.optional(z.string()),
});

export type InboundJob = z.output<typeof inboundJob>;

/** The group is that of the account, so a burst on one account does not delay the others. */
export const buildInboundJob = (job: InboundJob, group: string, delaySeconds = 0): QueueJob => ({
  queue: 'processInbound',
  body: job,
  group,
  ...delay(delaySeconds),
});

export const mediaJob = z.object({
  workspaceId: z.uuid(),
  messageId: z.uuid(),
  /** The first attempt is 1. */
  attempt: z.int(),
});

export type MediaJob = z.output<typeof mediaJob>;

export const buildMediaJob = (job: MediaJob, delaySeconds = 0): QueueJob => ({
  queue: 'copyMedia',
  body: job,
  group: job.workspaceId,
  ...delay(delaySeconds),
});

export const messageCheckJob = z.object({ workspaceId: z.uuid(), conversationId: z.uuid(), messageId: z.uuid() });

export type MessageCheckJob = z.output<typeof messageCheckJob>;

export const buildMessageCheckJob = (job: MessageCheckJob): QueueJob => ({
  queue: 'checkMessage',
  body: job,
  delaySeconds: delaySecondsMax,
});

/** The check sends the fallback template of a message that a receipt has marked as failed. */
export const buildFallbackJob = (job: MessageCheckJob): QueueJob => ({ queue: 'checkMessage', body: job });

/** The check of a customer's message answers it with the away message. */
export const buildAwayJob = (job: MessageCheckJob): QueueJob => ({
  queue: 'checkMessage',
  body: job,
  group: job.workspaceId,
});
