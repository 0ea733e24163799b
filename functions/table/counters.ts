import type { Broadcast } from '../model/broadcast.ts';
import type { Tally } from '../model/broadcast-counters.ts';
import { queryPage } from './dynamodb/query.ts';
import type { TransactionPart } from './dynamodb/write.ts';
import { keys } from './keys.ts';

/** What the shares of a broadcast count between them. */
export type Counts = Required<Tally> & Pick<Broadcast, 'accepted' | 'rejected'>;

/** Which share of which broadcast's counters something is counted in. */
export interface CountShare {
  broadcast_id: string;
  share: number;
}

/**
 * Two transactions that meet on an item make one of them wait. At 80 messages a second, each counted some three times
 * in its life, a share is written four times a second; and all shares together are read for 3 units.
 */
const sharesMax = 64;

/** All recipients of a chunk are counted together, for good. */
export const shareOf = (broadcastId: string, chunk: number): CountShare => ({
  broadcast_id: broadcastId,
  share: chunk % sharesMax,
});

/** Adds to the counters. It has no condition of its own: it belongs beside one that holds once. */
export const countPart = ({ broadcast_id, share }: CountShare, changes: Partial<Counts>): TransactionPart => {
  const entries = Object.entries(changes);
  return {
    Update: {
      Key: keys.broadcastCount(broadcast_id, share),
      UpdateExpression: `ADD ${entries.map(([name]) => `#${name} :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(entries.map(([name, change]) => [`:${name}`, change])),
    },
  };
};

const none: Counts = {
  accepted: 0,
  rejected: 0,
  sent_count: 0,
  delivered_count: 0,
  read_count: 0,
  replied_count: 0,
  failed_count: 0,
};

const names = Object.keys(none) as (keyof Counts)[];

/** Each share adds up by itself, so that their sum does too, at whatever moment each of them is read. */
export const queryCounts = async (broadcastId: string): Promise<Counts> => {
  const { items } = await queryPage(keys.broadcastCount(broadcastId, 0).pk, { limit: sharesMax, after: undefined });
  return Object.fromEntries(
    names.map((name) => [name, items.reduce((sum, item) => sum + Number(item[name] ?? 0), 0)]),
  ) as Counts;
};
