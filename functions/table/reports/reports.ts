import type { Fact } from '../../model/reports/fact.ts';
import type { DayCounts, Range } from '../../model/reports/report.ts';
import { type PackedRollup, packRollup, type Rollup, unpackRollup } from '../../model/reports/rollup.ts';
import { nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { putItems, removeItems } from '../dynamodb/batch-write.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryAllBetween, queryRange } from '../dynamodb/query.ts';
import type { Consistency } from '../dynamodb/read.ts';
import { transact } from '../dynamodb/write.ts';
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

/** Read strongly by whoever counts: what was noted before the row of the day is to be counted with it. */
export const queryFacts = async ({ workspaceId, day }: WorkspaceDay, consistency: Consistency): Promise<Fact[]> => {
  const items = await queryAllBetween(keys.facts(workspaceId, day, '').pk, ['0', 'g'], consistency);
  return items.flatMap((item) => (unpack([item['facts']]) as Row[]).map(toFact));
};

/** The names of the fields would be most of it. */
type Row = (string | number | boolean | string[] | null)[];

const rowFields = [
  ...(['kind', 'id', 'conversation_id', 'at_ms', 'channel', 'member_id', 'team_id', 'tag_ids'] as const),
  ...(['seconds', 'office_seconds', 'is_first', 'is_answered', 'score'] as const),
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
  await transact(
    Array.from({ length: parts }, (_, part) => ({
      Put: {
        Item: {
          ...keys.report(workspaceId, day, part),
          facts: factCount,
          counts: toBytes(packed.subarray(part * packLimits.bytesPerPart, (part + 1) * packLimits.bytesPerPart)),
          expires: expiresAt(),
          ...(part === 0 && parts > 1 && { parts }),
        },
        ...(!isForced && {
          ConditionExpression: 'attribute_not_exists(pk) OR facts <= :facts',
          ExpressionAttributeValues: { ':facts': factCount },
        }),
      },
    })),
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

export interface DueDay extends WorkspaceDay {
  dueAt: string;
}

/** Unconditional, because every writer writes the same. */
export const putDueDays = (days: readonly DueDay[]): Promise<void> => putItems(days.map(toDueKey));

export const removeDueDays = (days: readonly DueDay[]): Promise<void> => removeItems(days.map(toDueKey));

const toDueKey = ({ dueAt, workspaceId, day }: DueDay) => keys.reportDue(dueAt, workspaceId, day);

/** Those that were due before this time, after this row. */
export const queryDueDays = async (
  before: string,
  rowsMax: number,
  after = ' ',
): Promise<{ days: DueDay[]; next: string | undefined }> => {
  const { pk } = keys.reportDue('', '', '');
  const rows = await queryRange(pk, after, before, rowsMax, 'ascending');
  return {
    days: rows.filter((row) => row !== after).map(readDueDay),
    next: rows.length === rowsMax ? rows.at(-1) : undefined,
  };
};

const readDueDay = (row: string): DueDay => {
  const [dueAt = '', workspaceId = '', day = ''] = row.split('#');
  return { dueAt, workspaceId, day };
};
