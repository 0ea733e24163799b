import * as z from 'zod/mini';

const work = { workspace_id: z.uuid(), broadcast_id: z.uuid() };

/** Asks for the next part of an audience to be read. */
export const planWork = z.object(work);

/** Asks a lane of a broadcast to go on where it stands. */
export const laneWork = z.object({
  ...work,
  lane: z.int(),
  /** When the pace of the number lets the lane's next messages leave, in milliseconds; absent until it has been asked. */
  slot_at: z.optional(z.number()),
});

/** Asks what became of a message of which no answer came or, without a number, whether the broadcast still goes on. */
export const settleWork = z.object({ ...work, phone: z.optional(z.string()) });

export type PlanWork = z.output<typeof planWork>;
export type LaneWork = z.output<typeof laneWork>;
export type SettleWork = z.output<typeof settleWork>;
export type RecipientWork = SettleWork & { phone: string };
