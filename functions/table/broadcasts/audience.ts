import type { SegmentFilter } from '../../model/segment-filter.ts';
import type { TemplateChoice, TemplateParams } from '../../model/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { countPart, shareOf } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import { findEach, findItem } from '../dynamodb/read.ts';
import { type Item, type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** What a broadcast sends, and how far its audience has been read. */
export interface BroadcastPlan {
  template: TemplateChoice;
  /** The segment as it was when the broadcast was made; none when the recipients were listed. */
  segment?: { id: string; filter: SegmentFilter | null };
  /** Contacts before this id are still to be read, which leaves out those that came after the broadcast. */
  before: string;
  /** Chunks so far. */
  chunks: number;
  is_finished: boolean;
  /** Lanes that have not come to their end. */
  lanes_left: number;
}

/** One of those that a broadcast goes to. */
export interface Entry {
  phone: string;
  /** In place of the template's own. */
  params?: TemplateParams;
}

/** Some of the audience, and what of it the plan of a month covers once somebody has asked. */
export interface Chunk {
  chunk: number;
  entries: Entry[];
  covered?: number;
  month?: string;
}

export const planPart = (broadcastId: string, plan: BroadcastPlan): TransactionPart => ({
  Put: {
    Item: { ...keys.broadcastPlan(broadcastId), ...plan },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const chunkPart = (broadcastId: string, chunk: Chunk): TransactionPart => ({
  Put: {
    Item: { ...keys.broadcastChunk(broadcastId, chunk.chunk), ...chunk },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** A lane begins at the chunk of its number, and then goes on by as many as there are lanes. */
export const lanePart = (broadcastId: string, lane: number): TransactionPart => ({
  Put: {
    Item: {
      ...keys.broadcastLane(broadcastId, lane),
      lane,
      chunk: lane,
      is_ended: false,
      moved_at: isoTime(clock.now()),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const findPlan = async (broadcastId: string): Promise<BroadcastPlan | undefined> => {
  const item = await findItem(keys.broadcastPlan(broadcastId));
  return item && parsePlan(item);
};

/** What reading one page of the audience came to. */
export interface Reading {
  chunks: readonly Chunk[];
  rejected: number;
  /** Where to go on, unless the audience is at its end. */
  next: string | undefined;
}

/** Freezes what was read, counts it and moves the plan on, all or nothing; false when somebody else did. */
export const putReading = async (
  broadcastId: string,
  seen: BroadcastPlan,
  { chunks, rejected, next }: Reading,
): Promise<boolean> => {
  const fields = { before: next ?? seen.before, chunks: seen.chunks + chunks.length, is_finished: next === undefined };
  const { written } = await transact([
    {
      Update: {
        Key: keys.broadcastPlan(broadcastId),
        ConditionExpression: '#before = :seen AND #is_finished = :false',
        ...assign(fields, { ':seen': seen.before, ':false': false }),
      },
    },
    ...chunks.flatMap((chunk) => [
      chunkPart(broadcastId, chunk),
      countPart(shareOf(broadcastId, chunk.chunk), { accepted: chunk.entries.length }),
    ]),
    // The share after theirs, because a transaction touches an item once.
    ...(rejected === 0 ? [] : [countPart(shareOf(broadcastId, fields.chunks), { rejected })]),
  ]);
  return written;
};

/** So many chunks from this one on, as far as there are. */
export const findChunks = async (broadcastId: string, first: number, count: number): Promise<Chunk[]> => {
  const places = Array.from({ length: count }, (_, place) => keys.broadcastChunk(broadcastId, first + place));
  return (await findEach(places)).flatMap((item) => (item ? [parseChunk(item)] : []));
};

export const parsePlan = ({ pk, sk, ...fields }: Item): BroadcastPlan => fields as unknown as BroadcastPlan;

export const parseChunk = ({ pk, sk, ...fields }: Item): Chunk => fields as unknown as Chunk;
