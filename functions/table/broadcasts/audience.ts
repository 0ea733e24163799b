import type { SegmentFilter } from '../../model/segment-filter.ts';
import type { TemplateChoice, TemplateParams } from '../../model/template.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { incrementCountersPart, shardForChunk } from '../counters.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** What a broadcast sends, and how far its audience has been read. */
export interface StoredAudience {
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
export interface AudienceEntry {
  phone: string;
  /** In place of the template's own. */
  params?: TemplateParams;
}

/** Some of the audience, and what of it the plan of a month covers once somebody has asked. */
export interface Chunk {
  index: number;
  entries: AudienceEntry[];
  reserved?: number;
  month?: string;
}

export const audiencePart = (broadcastId: string, audience: StoredAudience): TransactionPart => ({
  Put: {
    Item: { ...keys.broadcastAudience(broadcastId), ...audience },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const chunkPart = (broadcastId: string, chunk: Chunk): TransactionPart => ({
  Put: {
    Item: { ...keys.broadcastChunk(broadcastId, chunk.index), ...chunk },
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
      is_completed: false,
      advanced_at: isoTime(clock.now()),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

export const findAudience = async (broadcastId: string): Promise<StoredAudience | undefined> => {
  const item = await findItem(keys.broadcastAudience(broadcastId));
  return item && toStoredAudience(item);
};

/** What reading one page of the audience came to. */
export interface AudiencePage {
  chunks: readonly Chunk[];
  rejected: number;
  /** Where to go on, unless the audience is at its end. */
  next: string | undefined;
}

/** Freezes what was read, counts it and moves the plan on, all or nothing; false when somebody else did. */
export const putAudiencePage = async (
  broadcastId: string,
  expected: StoredAudience,
  { chunks, rejected, next }: AudiencePage,
): Promise<boolean> => {
  const fields = {
    before: next ?? expected.before,
    chunks: expected.chunks + chunks.length,
    is_finished: next === undefined,
  };
  const { written } = await transact([
    {
      Update: {
        Key: keys.broadcastAudience(broadcastId),
        ConditionExpression: '#before = :expected AND #is_finished = :false',
        ...assign(fields, { ':expected': expected.before, ':false': false }),
      },
    },
    ...chunks.flatMap((chunk) => [
      chunkPart(broadcastId, chunk),
      incrementCountersPart(shardForChunk(broadcastId, chunk.index), { accepted: chunk.entries.length }),
    ]),
    // The share after theirs, because a transaction touches an item once.
    ...(rejected === 0 ? [] : [incrementCountersPart(shardForChunk(broadcastId, fields.chunks), { rejected })]),
  ]);
  return written;
};

/** So many chunks from this one on, as far as there are. */
export const findChunks = async (broadcastId: string, first: number, count: number): Promise<Chunk[]> => {
  const chunkKeys = Array.from({ length: count }, (_, index) => keys.broadcastChunk(broadcastId, first + index));
  return (await findItemsInOrder(chunkKeys)).flatMap((item) => (item ? [toChunk(item)] : []));
};

export const toStoredAudience = ({ pk, sk, ...fields }: Item): StoredAudience => fields as unknown as StoredAudience;

export const toChunk = ({ pk, sk, ...fields }: Item): Chunk => fields as unknown as Chunk;
