import * as z from 'zod/mini';

export const erasedContact = z.object({ id: z.uuid(), erased: z.literal(true) });

export type ErasedContact = z.output<typeof erasedContact>;

const exportedKinds = [
  ...(['contact', 'pointer', 'conversation', 'message', 'note', 'file'] as const),
  ...(['segment', 'recipient', 'delivery', 'visit'] as const),
];

/** An item of the table that belongs to a person, as it is stored. */
export const exportedItem = z.object({ kind: z.enum(exportedKinds), item: z.unknown() });

export type ExportedItem = z.output<typeof exportedItem>;

export const erasureSteps = ['pointers', 'visits', 'messages', 'segments', 'broadcasts', 'events', 'answers'] as const;

type ErasureStep = (typeof erasureSteps)[number];

/** The audience of a broadcast may have been read between the time of the erasure and its write. */
const erasureMsMax = 1_000;

export const isFromBeforeErasure = (createdMs: number, erasedAt: string): boolean =>
  createdMs <= Date.parse(erasedAt) + erasureMsMax;

/** How many items of each kind were removed. The counts hold no personal data: they are the proof that stays. */
export interface ErasureCounts {
  conversations: number;
  messages: number;
  notes: number;
  media: number;
  deliveries: number;
  memberships: number;
  recipients: number;
  answers: number;
  pointers: number;
  /** Visits to the web chat. */
  visits: number;
}

export const noCounts: ErasureCounts = {
  conversations: 0,
  messages: 0,
  notes: 0,
  media: 0,
  deliveries: 0,
  memberships: 0,
  recipients: 0,
  answers: 0,
  pointers: 0,
  visits: 0,
};

const countNames = Object.keys(noCounts) as (keyof ErasureCounts)[];

export const addCounts = (counts: ErasureCounts, more: Partial<ErasureCounts>): ErasureCounts => ({
  ...counts,
  ...Object.fromEntries(countNames.map((name) => [name, (counts[name] ?? 0) + (more[name] ?? 0)])),
});

/** Describes the counts for people: "conversations: 2, messages: 40". */
export const describeCounts = (counts: ErasureCounts): string =>
  countNames
    .filter((name) => counts[name] > 0)
    .map((name) => `${name}: ${counts[name]}`)
    .join(', ');

/** The traces that lead to the items of an erased contact. They are removed when the items are. */
export interface ErasedTraces {
  contact_created_at: string;
  phones: string[];
  former_phones: string[];
  aliases: string[];
  conversations: { id: string; created_at: string; snoozed_until?: string }[];
}

export interface ErasureProgress {
  pass: number;
  step: ErasureStep;
  cursor: string | null;
  is_waiting: boolean;
  /** Broadcasts that were not completed when this pass, or from the third on the one before, read them. */
  running_broadcasts: string[];
  counts: ErasureCounts;
}

export const erasedRequestMessage =
  'The contact of this request was erased. To create it again, use another Idempotency-Key.';

export interface StepResult {
  counts: Partial<ErasureCounts>;
  next?: string | undefined;
  /** Something must settle before it can be removed, so another pass follows. */
  isWaiting?: boolean;
  runningBroadcasts?: string[];
}
