import type { Fact, Outcome } from '../../model/reports/fact.ts';
import type { DayCounts } from '../../model/reports/report.ts';
import { type PackedRollup, packRollup, type Rollup, unpackRollup } from '../../model/reports/rollup.ts';
import type { Range } from '../../model/reports/slots.ts';
import { nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { putItems, removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryAllBetween, queryRange } from '../dynamodb/query.ts';
import { type Consistency, findItem } from '../dynamodb/read.ts';
import { transact, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { pack, toBytes, unpack } from './packed.ts';

/** 25 months. */
const expiresAt = (): number => nowSeconds() + 762 * secondsPerDay;

export interface WorkspaceDay {
  workspaceId: string;
  day: string;
}

/** More does not fit into an item. Tests lower it. */
export const packLimits = { factsPerItem: 2_000, bytesPerPart: 350_000 };

/**
 * The key is a digest of the facts: a batch that comes again writes the same, and one that comes in other parts writes
 * facts again, which count once. So nothing is lost or counted twice, wherever a worker crashes.
 */
export const putFacts = async ({ workspaceId, day }: WorkspaceDay, facts: readonly Fact[]): Promise<void> => {
  const items: Item[] = [];
  for (let first = 0; first < facts.length; first += packLimits.factsPerItem) {
    const packed = pack(facts.slice(first, first + packLimits.factsPerItem).map(toRow));
    const digest = sha256Hex(Buffer.from(packed).toString('base64')).slice(0, 16);
    items.push({ ...keys.facts(workspaceId, day, digest), facts: packed, expires: expiresAt() });
  }
  await putItems(items);
};

/**
 * The fact of a broadcast is an item of its own, which a later one replaces. False if another worker has done so since
 * this revision.
 */
export const putBroadcastFact = async ({ workspaceId, day }: WorkspaceDay, fact: Fact): Promise<boolean> => {
  const { revision = 1 } = fact;
  const { written } = await transact([
    {
      Put: {
        Item: {
          ...keys.facts(workspaceId, day, fact.id),
          ...{ facts: pack([toRow(fact)]), revision, expires: expiresAt() },
        },
        ConditionExpression: 'attribute_not_exists(pk) OR revision = :before',
        ExpressionAttributeValues: { ':before': revision - 1 },
      },
    },
  ]);
  return written;
};

export const findRevision = async ({ workspaceId, day }: WorkspaceDay, broadcastId: string): Promise<number> =>
  Number((await findItem(keys.facts(workspaceId, day, broadcastId)))?.['revision'] ?? 0);

/** Read strongly by whoever counts: what was noted before the row of the day is to be counted with it. */
export const queryFacts = async ({ workspaceId, day }: WorkspaceDay, consistency: Consistency): Promise<Fact[]> => {
  const items = await queryAllBetween(keys.facts(workspaceId, day, '').pk, ['0', 'g'], consistency);
  return items.flatMap((item) => (unpack([item['facts']]) as Row[]).map(toFact));
};

/** The names of the fields would be most of it. */
type Row = (string | number | boolean | string[] | Outcome[] | null)[];

const rowFields = [
  ...(['kind', 'id', 'conversation_id', 'at_ms', 'channel', 'member_id', 'team_id', 'tag_ids'] as const),
  ...(['seconds', 'office_seconds', 'is_first', 'is_answered', 'score', 'outcomes', 'revision'] as const),
] satisfies (keyof Fact)[];

const toRow = (fact: Fact): Row => rowFields.map((field) => fact[field] ?? null);

const toFact = (row: Row): Fact =>
  Object.fromEntries(
    rowFields.flatMap((field, index) => (row[index] === null ? [] : [[field, row[index]]])),
  ) as unknown as Fact;

/**
 * Writes the counts of a day, unless those of more facts are there: of two workers the one that read less may be later.
 * `isForced` is for counts from which something was taken.
 */
export const putRollup = async (
  { workspaceId, day }: WorkspaceDay,
  rollup: Rollup,
  factCount: number,
  isForced = false,
): Promise<void> => {
  const packed = pack(packRollup(rollup));
  const parts = Math.ceil(packed.byteLength / packLimits.bytesPerPart);
  const [first, ...others] = Array.from({ length: parts }, (_, part) => {
    const bytes = toBytes(packed.subarray(part * packLimits.bytesPerPart, (part + 1) * packLimits.bytesPerPart));
    return {
      Key: keys.report(workspaceId, day, part),
      ...assign({ facts: factCount, counts: bytes, expires: expiresAt(), ...(part === 0 && { parts }) }),
      ...(!isForced && { ConditionExpression: 'attribute_not_exists(pk) OR facts <= :facts' }),
    };
  });
  if (first)
    await updateWith(
      first,
      others.map((part) => ({ Update: part })),
    );
};

export const queryRollups = async (workspaceId: string, { from, to }: Range): Promise<DayCounts[]> => {
  const items = await queryAllBetween(keys.report(workspaceId, '').pk, [from, `${to}~`], 'eventual');
  return [...Map.groupBy(items, ({ sk }) => String(sk).slice(0, 'yyyy-mm-dd'.length))].map(([day, stored]) => {
    // A day that had more parts once has some that no longer count.
    const ordered = stored.toSorted((one, other) => partOf(one) - partOf(other));
    const parts = ordered.slice(0, Number(ordered[0]?.['parts'] ?? 1));
    return { day, rollup: unpackRollup(unpack(parts.map(({ counts }) => counts)) as PackedRollup) };
  });
};

const partOf = ({ sk }: Item): number => Number(String(sk).split('#')[1] ?? 0);

/** What is to be counted: a day, or the id of a broadcast. */
export interface Due {
  dueAt: string;
  workspaceId: string;
  of: string;
}

/** Unconditional, because every writer writes the same. */
export const putDue = (rows: readonly Due[]): Promise<void> => putItems(rows.map(toDueKey));

export const removeDue = (rows: readonly Due[]): Promise<void> => removeItems(rows.map(toDueKey));

const toDueKey = ({ dueAt, workspaceId, of }: Due) => keys.reportDue(dueAt, workspaceId, of);

/** Those that were due before this time, after this row. */
export const queryDue = async (
  before: string,
  rowsMax: number,
  after = ' ',
): Promise<{ due: Due[]; next: string | undefined }> => {
  const { pk } = keys.reportDue('', '', '');
  const rows = await queryRange(pk, after, before, rowsMax, 'ascending');
  return {
    due: rows.filter((row) => row !== after).map(readDue),
    next: rows.length === rowsMax ? rows.at(-1) : undefined,
  };
};

const readDue = (row: string): Due => {
  const [dueAt = '', workspaceId = '', of = ''] = row.split('#');
  return { dueAt, workspaceId, of };
};
