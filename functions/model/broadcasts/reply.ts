import type { CounterShard, MessageCounters } from './counters.ts';

const replyMsMax = 3 * 24 * 60 * 60 * 1_000;

/** The last broadcast sent into a conversation, whose reply the customer's next messages may be. */
export interface AwaitedReply extends CounterShard {
  /** When it was sent. Absent in those of earlier releases, whose replies have no limit. */
  at?: number;
  is_replied?: true;
}

/** What a customer's message counts for, and what may still come. */
export const readReply = (
  awaited: AwaitedReply,
  { sentMs, optsOut }: { sentMs: number; optsOut: boolean },
): { counts: MessageCounters & { opted_out_count?: number }; awaits: AwaitedReply | undefined } => {
  const { at = sentMs, is_replied } = awaited;
  if (sentMs - at > replyMsMax) return { counts: {}, awaits: undefined };
  return {
    counts: { ...(!is_replied && { replied_count: 1 }), ...(optsOut && { opted_out_count: 1 }) },
    awaits: optsOut ? undefined : { ...awaited, is_replied: true },
  };
};
