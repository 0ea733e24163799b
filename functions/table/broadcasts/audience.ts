import type { Chunk, ListedPage } from '../../model/broadcasts/audience.ts';
import { shardForChunk } from '../../model/broadcasts/counters.ts';
import type { SegmentFilter } from '../../model/segments/filter.ts';
import type { TemplateChoice } from '../../model/templates/template.ts';
import { clock, isoTime, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { incrementCountersPart } from '../counters.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem, findItemsInOrder } from '../dynamodb/read.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredAudience {
  template: TemplateChoice;
  /** A snapshot of the segment when sending began; absent if the caller listed the recipients. */
  segment?: { id: string; filter: SegmentFilter | null };
  /** The pages of a listed audience that is looked up when its scheduled broadcast begins. */
  listed_pages?: number;
  /** An uploaded file, with the country of its numbers. That of a scheduled broadcast becomes pages of a list. */
  file?: { id: string; country: string };
  /** The completed broadcast whose temporary failures are sent again; `before` is a position in its audience. */
  retry_of?: string;
  /** The broadcast that sends the temporary failures of this one again. */
  resent_as?: string;
  /**
   * Contacts with smaller ids are still to be read. It starts at the broadcast's id, or at an id of the time at which a
   * scheduled one begins, which skips newer contacts. For a listed audience it is the number of the next page, for a
   * file that of the next recipient.
   */
  before: string;
  chunks: number;
  is_finished: boolean;
  lanes_left: number;
}

/** An item holds 400 KB. */
export const chunkBytesMax = 300_000;

export const audiencePart = (broadcastId: string, audience: StoredAudience): TransactionPart =>
  putNewPart({ ...keys.broadcastAudience(broadcastId), ...audience });

/** Two broadcasts that send the same failures again cannot both be stored. */
export const resentPart = (originalId: string, resent_as: string, previous = ''): TransactionPart => ({
  Update: {
    Key: keys.broadcastAudience(originalId),
    ConditionExpression: 'attribute_not_exists(resent_as) OR resent_as = :previous',
    ...assign({ resent_as }, { ':previous': previous }),
  },
});

/** Longer than an uploaded file is kept. */
const fileClaimDays = 7;

/** Two broadcasts to the same file cannot both be stored. */
export const fileClaimPart = (fileId: string, broadcast_id: string): TransactionPart =>
  putNewPart({
    ...keys.broadcastFile(fileId),
    broadcast_id,
    expires: nowSeconds() + fileClaimDays * secondsPerDay,
  });

export const chunkPart = (broadcastId: string, chunk: Chunk): TransactionPart =>
  putNewPart({ ...keys.broadcastChunk(broadcastId, chunk.index), ...chunk });

export const listedPagePart = (broadcastId: string, page: ListedPage, index: number): TransactionPart =>
  putNewPart({ ...keys.listedPage(broadcastId, index), ...page });

/** Removes the page once its recipients are in chunks, so an erasure need not look at both. */
export const removeListedPagePart = (broadcastId: string, index: number): TransactionPart => ({
  Delete: { Key: keys.listedPage(broadcastId, index) },
});

export const removeListedPages = (broadcastId: string, count: number): Promise<void> =>
  removeItems(Array.from({ length: count }, (_, index) => keys.listedPage(broadcastId, index)));

export const findListedPage = async (broadcastId: string, index: number): Promise<ListedPage | undefined> => {
  const item = await findItem(keys.listedPage(broadcastId, index));
  return item && toListedPage(item);
};

export const toListedPage = ({ pk, sk, ...fields }: Item): ListedPage => fields as unknown as ListedPage;

export const lanePart = (broadcastId: string, lane: number): TransactionPart =>
  putNewPart({
    ...keys.broadcastLane(broadcastId, lane),
    lane,
    chunk: lane,
    is_completed: false,
    advanced_at: isoTime(clock.now()),
  });

const putNewPart = (item: Item): TransactionPart => ({
  Put: { Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
});

export const findAudience = async (broadcastId: string): Promise<StoredAudience | undefined> => {
  const item = await findItem(keys.broadcastAudience(broadcastId));
  return item && toStoredAudience(item);
};

export interface AudiencePage {
  chunks: readonly Chunk[];
  rejected: number;
  next: string | undefined;
  /** Recipients to list, of a file that is read before its broadcast begins. */
  listed?: ListedPage;
  parts?: readonly TransactionPart[];
}

export const putAudiencePage = async (
  { workspace_id, id: broadcastId }: { workspace_id: string; id: string },
  expected: StoredAudience,
  { chunks, rejected, next, listed, parts = [] }: AudiencePage,
): Promise<boolean> => {
  const { listed_pages = 0 } = expected;
  const fields = {
    before: next ?? expected.before,
    chunks: expected.chunks + chunks.length,
    is_finished: next === undefined && !listed,
    ...(listed ? { listed_pages: listed_pages + 1 } : {}),
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
      incrementCountersPart(workspace_id, shardForChunk(broadcastId, chunk.index), { accepted: chunk.entries.length }),
    ]),
    ...(listed ? [listedPagePart(broadcastId, listed, listed_pages)] : []),
    ...parts,
    // The next chunk's shard, because a transaction may touch an item only once.
    ...(rejected === 0
      ? []
      : [incrementCountersPart(workspace_id, shardForChunk(broadcastId, fields.chunks), { rejected })]),
  ]);
  return written;
};

export const findChunks = async (broadcastId: string, first: number, count: number): Promise<Chunk[]> => {
  const chunkKeys = Array.from({ length: count }, (_, index) => keys.broadcastChunk(broadcastId, first + index));
  return (await findItemsInOrder(chunkKeys)).flatMap((item) => (item ? [toChunk(item)] : []));
};

export const toStoredAudience = ({ pk, sk, ...fields }: Item): StoredAudience => fields as unknown as StoredAudience;

export const toChunk = ({ pk, sk, ...fields }: Item): Chunk => fields as unknown as Chunk;
