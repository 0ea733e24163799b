import { type Channel, channels } from '../channels/channel.ts';
import { type Fact, settleFacts } from './fact.ts';
import { bucketCount, bucketOf } from './histogram.ts';
import { slotOf, slotsPerDay } from './slots.ts';

/** What is counted. The position is stored, so new ones go last. Who waits now is counted as if it were stored. */
export const measures = [
  ...(['incoming', 'started', 'first', 'later', 'closed', 'closed_unanswered', 'rating'] as const),
  'waiting',
] as const;

export type Measure = (typeof measures)[number];

/** Those who count together: they share channel, member, team and tags. */
export interface Group {
  channel: Channel;
  member_id: string | undefined;
  team_id: string | undefined;
  tag_ids: readonly string[];
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
  for (const fact of settleFacts(facts)) {
    const { channel, member_id, team_id, tag_ids } = fact;
    const key = JSON.stringify([channel, member_id, team_id, tag_ids]);
    const { cells } = groups.get(key) ?? { cells: new Map<number, number>() };
    const cell = toCellNumber(fact);
    cells.set(cell, (cells.get(cell) ?? 0) + 1);
    groups.set(key, { group: { channel, member_id, team_id, tag_ids }, cells });
  }
  // In the order of the keys, so the same facts are the same counts in whatever order they come.
  const ordered = [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, counted]) => counted);
  return ordered.map(({ group, cells }) => ({
    group,
    cells: [...cells].sort(([one], [other]) => one - other).map(([number, count]) => readCell(number, count)),
  }));
};

export const measureOf = ({ kind, is_first, is_answered }: Fact): Measure => {
  switch (kind) {
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
const toCellNumber = (fact: Fact): number => {
  const { seconds, office_seconds, score = 0, at_ms } = fact;
  const bucket = seconds === undefined ? score : bucketOf(seconds);
  const office = office_seconds === undefined ? 0 : bucketOf(office_seconds) + 1;
  return joinCell(measures.indexOf(measureOf(fact)), slotOf(at_ms), bucket, office);
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

/** As short as it can be said: ids once, then for each group the differences of its cells; a count above 1 is negative. */
export interface PackedRollup {
  ids: string[];
  groups: { of: (number | null)[]; cells: number[] }[];
}

export const packRollup = (rollup: Rollup): PackedRollup => {
  const positions = new Map<string, number>();
  const position = (id: string | undefined): number | null => {
    if (id === undefined) return null;
    const known = positions.get(id) ?? positions.size;
    positions.set(id, known);
    return known;
  };
  const groups = rollup.map(({ group: { channel, member_id, team_id, tag_ids }, cells }) => {
    let last = 0;
    return {
      of: [channels.indexOf(channel), position(member_id), position(team_id), ...tag_ids.map(position)],
      cells: cells.flatMap(({ measure, slot, bucket, officeBucket = -1, count }) => {
        const number = joinCell(measures.indexOf(measure), slot, bucket, officeBucket + 1);
        const step = number - last;
        last = number;
        return count > 1 ? [step, -count] : [step];
      }),
    };
  });
  return { ids: [...positions.keys()], groups };
};

export const unpackRollup = ({ ids, groups }: PackedRollup): Rollup =>
  groups.map(({ of: [channel, member, team, ...tags], cells }) => {
    const idAt = (index: number | null | undefined) => (index === null || index === undefined ? undefined : ids[index]);
    return {
      group: {
        channel: channels[channel ?? 0] ?? 'msgapp',
        member_id: idAt(member),
        team_id: idAt(team),
        tag_ids: tags.flatMap((tag) => idAt(tag) ?? []),
      },
      cells: unpackCells(cells),
    };
  });

const unpackCells = (packed: readonly number[]): Cell[] => {
  const cells: Cell[] = [];
  let last = 0;
  packed.forEach((step, index) => {
    if (step < 0) return;
    last += step;
    const next = packed[index + 1] ?? 0;
    cells.push(readCell(last, next < 0 ? -next : 1));
  });
  return cells;
};
