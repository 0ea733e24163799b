import type { Task } from '../../model/tasks/task.ts';
import { newId } from '../../platform/ids.ts';
import { requestIdField } from '../../platform/log/invocation-trace.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findItem } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredTask extends Omit<Task, 'status'> {
  workspace_id: string;
  /** `requested` starts it: the stream's filter looks for it. */
  status: 'requested' | Task['status'];
  /** The items that are still to do. */
  ids: string[] | null;
  /** The filters of the list as JSON. They are gone once the task has ended, because a search may be a person's name. */
  filter: string | null;
  /** The position of the next step, if it does not go through ids. */
  after: string | null;
  /** Optimistic lock over the steps: no two writers have the same value. */
  step: string;
  /** The step under way still counts what it does. */
  is_stopped: boolean;
  expires: number;
}

/** Idempotent: a retry of the request finds the task. */
export const putTask = async ({ id, workspace_id, ...task }: StoredTask): Promise<StoredTask> => {
  const { item } = await updateIf({
    Key: keys.task(workspace_id, id),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ entity: 'task', id, workspace_id, ...task, ...requestIdField() }),
  });
  if (!item) throw new Error(`The task ${id} was not stored.`);
  return toStoredTask(item);
};

export const findTask = async (workspaceId: string, id: string): Promise<StoredTask | undefined> => {
  const item = await findItem(keys.task(workspaceId, id));
  return item && toStoredTask(item);
};

export const queryTasks = async (workspaceId: string, limit: number): Promise<StoredTask[]> =>
  (await queryPage(keys.task(workspaceId, '').pk, { limit, after: undefined })).items.map(toStoredTask);

/** Undefined if another job has done the same step. */
export const advanceTask = async (
  { workspace_id, id, step }: StoredTask,
  fields: Partial<StoredTask>,
): Promise<StoredTask | undefined> => {
  const { written, item } = await updateIf({
    Key: keys.task(workspace_id, id),
    ConditionExpression: '#step = :expected',
    ...assign({ ...fields, step: newId() }, { ':expected': step }),
  });
  return written ? toStoredTask(item) : undefined;
};

/** Undefined if it is gone or has ended. */
export const stopTaskItem = async (
  workspaceId: string,
  id: string,
  ended_at: string,
): Promise<StoredTask | undefined> => {
  const { written, item } = await updateIf({
    Key: keys.task(workspaceId, id),
    ConditionExpression: 'attribute_exists(pk) AND attribute_type(#ended_at, :null)',
    ...assign({ is_stopped: true, ids: null, filter: null, ended_at }, { ':null': 'NULL' }),
  });
  return written ? toStoredTask(item) : undefined;
};

const toStoredTask = ({ pk: _, sk: __, entity: ___, ...task }: Item): StoredTask => task as unknown as StoredTask;
