import { setTimeout as wait } from 'node:timers/promises';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { env } from '../../../functions/platform/env.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import type { Item } from '../../../functions/table/dynamodb/item.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';

/** `conflict`: the item changed meanwhile, so another run has to look at it again. */
export type Visit = 'unchanged' | 'changed' | 'conflict' | 'failed';

export interface Sweep {
  name: string;
  goal: string;
  filter: { expression: string; names?: Record<string, string>; values: Record<string, unknown> };
  visit: (item: Item) => Promise<Visit>;
}

export interface SweepOptions {
  /** Read capacity units, which leave the rest of the table's capacity to the service. */
  unitsPerSecond: number;
  onProgress: (totals: SweepTotals) => void;
  pageItems?: number;
}

export type SweepTotals = Pick<Checkpoint, 'examined' | 'changed' | 'conflicts' | 'failed'>;

const segments = 4;

/**
 * Visits every item that the filter matches, in a parallel scan. Each segment stores its position after every page, so
 * an interrupted sweep continues where it stopped. A visit may happen twice and must allow for it.
 */
export const sweepTable = async (sweep: Sweep, options: SweepOptions): Promise<SweepTotals> => {
  const checkpoints = await readCheckpoints(sweep.name, sweep.goal, segments);
  await Promise.all(
    checkpoints.map((checkpoint) =>
      sweepSegment(sweep, checkpoint, { ...options, onProgress: () => options.onProgress(sum(checkpoints)) }),
    ),
  );
  return sum(checkpoints);
};

const sweepSegment = async (
  sweep: Sweep,
  checkpoint: Checkpoint,
  { unitsPerSecond, onProgress, pageItems = 500 }: Omit<SweepOptions, 'onProgress'> & { onProgress: () => void },
): Promise<void> => {
  while (!checkpoint.is_done) {
    const startedMs = performance.now();
    const { items, units, position } = await scanPage(sweep, checkpoint, pageItems);
    for (const item of items) count(checkpoint, await sweep.visit(item));
    if (position) checkpoint.position = position;
    else delete checkpoint.position;
    checkpoint.is_done = position === undefined;
    await saveCheckpoint(sweep.name, checkpoint);
    onProgress();
    const dueMs = (1000 * units * segments) / unitsPerSecond;
    if (!checkpoint.is_done) await wait(Math.max(0, dueMs - (performance.now() - startedMs)));
  }
};

const scanPage = async (
  { filter }: Sweep,
  { segment, position }: Checkpoint,
  pageItems: number,
): Promise<{ items: Item[]; units: number; position: Position | undefined }> => {
  const {
    Items: items = [],
    LastEvaluatedKey: last,
    ConsumedCapacity: consumed,
  } = await table.send(
    new ScanCommand({
      TableName: env.tableName(),
      Segment: segment,
      TotalSegments: segments,
      Limit: pageItems,
      FilterExpression: filter.expression,
      ...(filter.names ? { ExpressionAttributeNames: filter.names } : {}),
      ExpressionAttributeValues: filter.values,
      ...(position ? { ExclusiveStartKey: position } : {}),
    }),
  );
  const next = last && { pk: String(last['pk']), sk: String(last['sk']) };
  return { items, units: consumed?.CapacityUnits ?? 0, position: next };
};

const count = (checkpoint: Checkpoint, visit: Visit): void => {
  checkpoint.examined += 1;
  if (visit === 'changed') checkpoint.changed += 1;
  if (visit === 'conflict') checkpoint.conflicts += 1;
  if (visit === 'failed') checkpoint.failed += 1;
};

const sum = (checkpoints: readonly Checkpoint[]): SweepTotals => {
  const total = (field: keyof SweepTotals): number =>
    checkpoints.reduce((result, checkpoint) => result + checkpoint[field], 0);
  return {
    examined: total('examined'),
    changed: total('changed'),
    conflicts: total('conflicts'),
    failed: total('failed'),
  };
};

interface Position {
  pk: string;
  sk: string;
}

interface Checkpoint {
  segment: number;
  /** A checkpoint of a sweep with another goal is ignored. */
  goal: string;
  /** Absent before the first page and after the last. */
  position?: Position;
  is_done: boolean;
  examined: number;
  changed: number;
  conflicts: number;
  failed: number;
}

/** Returns those of an interrupted sweep with the same goal, or new ones. */
const readCheckpoints = async (name: string, goal: string, segments: number): Promise<Checkpoint[]> => {
  const { items } = await queryPage(keys.sweep(name, 0).pk, { limit: segments + 1, after: undefined });
  const stored = items.map(({ pk, sk, ...fields }) => ({ ...fields, segment: Number(sk) }) as Checkpoint);
  const isResumable =
    stored.length === segments &&
    stored.every((checkpoint) => checkpoint.goal === goal) &&
    stored.some(({ is_done }) => !is_done);
  if (isResumable) return stored;
  const fresh = Array.from({ length: segments }, (_, segment) => ({
    segment,
    goal,
    is_done: false,
    examined: 0,
    changed: 0,
    conflicts: 0,
    failed: 0,
  }));
  await Promise.all(fresh.map((checkpoint) => saveCheckpoint(name, checkpoint)));
  return fresh;
};

const saveCheckpoint = async (name: string, { segment, position, ...fields }: Checkpoint): Promise<void> => {
  const { UpdateExpression, ...update } = assign(position === undefined ? fields : { ...fields, position });
  await updateIf({
    Key: keys.sweep(name, segment),
    UpdateExpression: position === undefined ? `${UpdateExpression} REMOVE #position` : UpdateExpression,
    ...update,
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...(position ? {} : { '#position': 'position' }) },
  });
};
