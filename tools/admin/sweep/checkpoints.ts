import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { queryPage } from '../../../functions/table/dynamodb/query.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';

export interface Position {
  pk: string;
  sk: string;
}

export interface Checkpoint {
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
export const readCheckpoints = async (name: string, goal: string, segments: number): Promise<Checkpoint[]> => {
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

export const saveCheckpoint = async (name: string, { segment, position, ...fields }: Checkpoint): Promise<void> => {
  const { UpdateExpression, ...update } = assign(position === undefined ? fields : { ...fields, position });
  await updateIf({
    Key: keys.sweep(name, segment),
    UpdateExpression: position === undefined ? `${UpdateExpression} REMOVE #position` : UpdateExpression,
    ...update,
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...(position ? {} : { '#position': 'position' }) },
  });
};
