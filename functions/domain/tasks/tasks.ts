import { ApiError, notFound } from '../../model/api-error.ts';
import { hasRole, type MemberCaller } from '../../model/members/member.ts';
import { type ChosenContacts, type Task, type TaskWork, taskRoles } from '../../model/tasks/task.ts';
import { clock, isoTime, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { findTask, putTask, queryTasks, type StoredTask, stopTaskItem } from '../../table/tasks/tasks.ts';

/** The page shows how the last ones ended. */
const keptDays = 7;
const listedMax = 20;

/** The stream starts it, so no crash loses it. */
export const startTask = async (
  { workspaceId, userId, name }: Pick<MemberCaller, 'workspaceId' | 'userId' | 'name'>,
  id: string,
  work: TaskWork,
  chosen: Partial<StoredTask>,
): Promise<Task> => {
  const task = await putTask({
    id,
    workspace_id: workspaceId,
    work,
    status: 'requested',
    done: 0,
    refused: 0,
    total: chosen.ids?.length ?? null,
    ids: null,
    filter: null,
    ...chosen,
    after: null,
    error: null,
    step: newId(),
    is_stopped: false,
    started_by: { id: userId, name },
    created_at: isoTime(clock.now()),
    ended_at: null,
    expires: nowSeconds() + keptDays * secondsPerDay,
  });
  return toTask(task);
};

export const toChosen = (contacts: ChosenContacts): Partial<Pick<StoredTask, 'ids' | 'filter'>> =>
  'ids' in contacts ? { ids: [...new Set(contacts.ids)] } : { filter: JSON.stringify(contacts.filter) };

export const listTasks = async (workspaceId: string): Promise<Task[]> =>
  (await queryTasks(workspaceId, listedMax)).map(toTask);

export const getStoredTask = async (workspaceId: string, id: string): Promise<StoredTask> => {
  const task = await findTask(workspaceId, id);
  if (!task) throw notFound('task');
  return task;
};

/** Finished steps stay. Idempotent: a task that has ended stays as it ended. */
export const stopTask = async (caller: MemberCaller, id: string): Promise<Task> => {
  const task = await getStoredTask(caller.workspaceId, id);
  const mayStop = task.started_by.id === caller.userId || hasRole(caller.role, 'admin');
  if (!mayStop || !hasRole(caller.role, taskRoles[task.work.kind]))
    throw new ApiError('forbidden', 'Only Admins can stop what a colleague has started.');
  return toTask((await stopTaskItem(caller.workspaceId, id, isoTime(clock.now()))) ?? task);
};

const toTask = ({ status, is_stopped, ...stored }: StoredTask): Task => {
  const { id, work, done, refused, total, error, started_by, created_at, ended_at } = stored;
  const shown = status === 'requested' ? 'running' : status;
  return {
    ...{ id, work, status: is_stopped && shown === 'running' ? 'stopped' : shown },
    ...{ done, refused, total, error, started_by, created_at, ended_at },
  };
};
