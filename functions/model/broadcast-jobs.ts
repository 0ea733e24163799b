import * as z from 'zod/mini';

const jobFields = { workspaceId: z.uuid(), broadcastId: z.uuid() };

export const broadcastJob = z.object(jobFields);

export const laneJob = z.object({
  ...jobFields,
  lane: z.int(),
  /** The send slot that an earlier run reserved for the lane's next chunk. */
  slotAtMs: z.optional(z.number()),
});

/** Checks one recipient or, without a phone number, the whole broadcast. */
export const checkJob = z.object({ ...jobFields, phone: z.optional(z.string()) });

export type BroadcastJob = z.output<typeof broadcastJob>;
export type LaneJob = z.output<typeof laneJob>;
export type CheckJob = z.output<typeof checkJob>;
export type RecipientCheckJob = CheckJob & { phone: string };
