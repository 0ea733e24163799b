import * as z from 'zod/mini';

const jobFields = { workspace_id: z.uuid(), broadcast_id: z.uuid() };

/** Asks for the next part of an audience to be read. */
export const broadcastJob = z.object(jobFields);

/** Asks a lane of a broadcast to go on where it stands. */
export const laneJob = z.object({
  ...jobFields,
  lane: z.int(),
  /** When the pace of the number lets the lane's next messages leave, in milliseconds; absent until it has been asked. */
  slot_at_ms: z.optional(z.number()),
});

/** Asks what became of a message of which no answer came or, without a number, whether the broadcast still goes on. */
export const checkJob = z.object({ ...jobFields, phone: z.optional(z.string()) });

export type BroadcastJob = z.output<typeof broadcastJob>;
export type LaneJob = z.output<typeof laneJob>;
export type CheckJob = z.output<typeof checkJob>;
export type RecipientCheckJob = CheckJob & { phone: string };
