import * as z from 'zod/mini';

const jobFields = { workspaceId: z.uuid(), broadcastId: z.uuid() };

export const broadcastJob = z.object(jobFields);

export const laneJob = z.object({
  ...jobFields,
  lane: z.int(),
  slotAtMs: z.optional(z.number()),
});

export const checkJob = z.object({ ...jobFields, phone: z.optional(z.string()) });

export type BroadcastJob = z.output<typeof broadcastJob>;
export type LaneJob = z.output<typeof laneJob>;
export type CheckJob = z.output<typeof checkJob>;
export type RecipientCheckJob = CheckJob & { phone: string };
