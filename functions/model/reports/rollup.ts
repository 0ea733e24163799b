import { type Channel, channels } from '../channels/channel.ts';
import { type Fact, settleFacts } from './fact.ts';
import { bucketCount, bucketOf } from './histogram.ts';
import { slotOf, slotsPerDay } from './slots.ts';

/** What is counted. The position is stored, so new ones go last. Who waits now is counted as if it were stored. */
export const measures = [
  ...(['incoming', 'started', 'first', 'later', 'closed', 'closed_unanswered', 'rating'] as const),
  'waiting',
  ...(['broadcast_sent', 'broadcast_delivered', 'broadcast_read', 'broadcast_replied'] as const),
  ...(['broadcast_opted_out', 'broadcast_failed'] as const),
] as const;

export type Measure = (typeof measures)[number];

/** Facts that are counted together share the channel, member, team and tags, or the reason of a failure. */
export interface Group {
  channel: Channel;
  member_id: string | undefined;
  team_id: string | undefined;
  tag_ids: readonly string[];
  reason?: string | undefined;
}

/** A count of a quarter of an hour. `bucket` is that of the duration, or the score of a rating. */
export interface Cell {
  measure: Measure;
  slot: number;
  bucket: number;
  /** The bucket in office hours, where they are set. */
  officeBucket: number | undefined;
  count: number;
}

interface CountedGroup {
  group: Group;
  cells: Cell[];
}

/** The counts of a day in UTC. */
export type Rollup = CountedGroup[];

export const countFacts = (facts: readonly Fact[]): Rollup => {
  const groups = new Map<string, { group: Group; cells: Map<number, number> }>();
  for (const fact of settleFacts(facts))
    for (const { measure, count, reason } of listCounts(fact)) {
      const { channel, member_id, team_id, tag_ids } = fact;
      const group = { channel, member_id, team_id, tag_ids, ...(reason !== undefined && { reason }) };
      const key = JSON.stringify([channel, member_id, team_id, tag_ids, reason]);
      const { cells } = groups.get(key) ?? { cells: new Map<number, number>() };
      const cell = toCellNumber(measure, fact);
      cells.set(cell, (cells.get(cell) ?? 0) + count);
      groups.set(key, { group, cells });
    }
  // In the order of the keys, so the same facts are the same counts in whatever order they come.
  const ordered = [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted);
  return ordered.map(({ group, cells }) => ({
    group,
    cells: [...cells].sort(([one], [other]) => one - other).map(([number, count]) => readCell(number, count)),
  }));
};

const listCounts = (fact: Fact): { measure: Measure; count: number; reason?: string }[] =>
  fact.outcomes?.map((outcome) => ({ ...outcome, measure: `broadcast_${outcome.measure}` as const })) ?? [
    { measure: measureOf(fact), count: 1 },
  ];

export const measureOf = ({ kind, is_first, is_answered }: Fact): Measure => {
  switch (kind) {
    case 'broadcast':
      return 'broadcast_sent';
    case 'answer':
      return is_first ? 'first' : 'later';
    case 'close':
    case 'reopen':
      return is_answered ? 'closed' : 'closed_unanswered';
    default:
      return kind;
  }
};

/** A number, because counts of one kind and time are then next to each other, and only the differences are stored. */
const toCellNumber = (measure: Measure, { seconds, office_seconds, score = 0, at_ms }: Fact): number => {
  const bucket = seconds === undefined ? score : bucketOf(seconds);
  const office = office_seconds === undefined ? 0 : bucketOf(office_seconds) + 1;
  return joinCell(measures.indexOf(measure), slotOf(at_ms), bucket, office);
};

const officeValues = bucketCount + 1;

const joinCell = (measure: number, slot: number, bucket: number, office: number): number =>
  ((measure * slotsPerDay + slot) * bucketCount + bucket) * officeValues + office;

const readCell = (number: number, count: number): Cell => {
  const office = number % officeValues;
  const rest = Math.floor(number / officeValues);
  const time = Math.floor(rest / bucketCount);
  const measure = measures[Math.floor(time / slotsPerDay)];
  if (measure === undefined) throw new Error(`There is no count ${number}.`);
  const officeBucket = office === 0 ? undefined : office - 1;
  return { measure, slot: time % slotsPerDay, bucket: rest % bucketCount, officeBucket, count };
};

/**
 * Compressed, a column of one kind takes half of what rows do. Ids are there once; times are the steps from one cell of a
 * group to the next, and office hours what they leave out.
 */
export interface PackedRollup {
  ids: string[];
  groups: { of: (number | null)[]; size: number; reason?: string }[];
  times: number[];
  buckets: number[];
  offices: (number | null)[];
  counts: number[];
}

const timeOf = ({ measure, slot }: Cell): number => measures.indexOf(measure) * slotsPerDay + slot;

export const packRollup = (rollup: Rollup): PackedRollup => {
  const positions = new Map<string, number>();
  const position = (id: string | undefined): number | null => {
    if (id === undefined) return null;
    const known = positions.get(id) ?? positions.size;
    positions.set(id, known);
    return known;
  };
  const groups = rollup.map(({ group: { channel, member_id, team_id, tag_ids, reason }, cells }) => ({
    of: [channels.indexOf(channel), position(member_id), position(team_id), ...tag_ids.map(position)],
    size: cells.length,
    ...(reason !== undefined && { reason }),
  }));
  const all = rollup.flatMap(({ cells }) => cells);
  const toStep = (cell: Cell, index: number, cells: readonly Cell[]): number => {
    const last = cells[index - 1];
    return timeOf(cell) - (last ? timeOf(last) : 0);
  };
  return {
    ids: [...positions.keys()],
    groups,
    times: rollup.flatMap(({ cells }) => cells.map(toStep)),
    buckets: all.map(({ bucket }) => bucket),
    offices: all.map(({ bucket, officeBucket }) => (officeBucket === undefined ? null : bucket - officeBucket)),
    counts: all.map(({ count }) => count),
  };
};

export const unpackRollup = ({ ids, groups, ...columns }: PackedRollup): Rollup => {
  const idAt = (index: number | null | undefined) => (index === null || index === undefined ? undefined : ids[index]);
  let next = 0;
  return groups.map(({ of: [channel, member, team, ...tags], size, reason }) => {
    const first = next;
    next += size;
    return {
      group: {
        channel: channels[channel ?? 0] ?? 'msgapp',
        member_id: idAt(member),
        team_id: idAt(team),
        tag_ids: tags.flatMap((tag) => idAt(tag) ?? []),
        ...(reason !== undefined && { reason }),
      },
      cells: unpackCells(columns, first, size),
    };
  });
};

type Columns = Omit<PackedRollup, 'ids' | 'groups'>;

const unpackCells = ({ times, buckets, offices, counts }: Columns, first: number, size: number): Cell[] => {
  let time = 0;
  return Array.from({ length: size }, (_, offset): Cell => {
    const at = first + offset;
    time += times[at] ?? 0;
    const measure = measures[Math.floor(time / slotsPerDay)];
    if (measure === undefined) throw new Error(`There is no count of ${time}.`);
    const [bucket = 0, office = null, count = 0] = [buckets[at], offices[at], counts[at]];
    const officeBucket = office === null ? undefined : bucket - office;
    return { measure, slot: time % slotsPerDay, bucket, officeBucket, count };
  });
};
