import { idsPerTaskMax, type Task } from '../../functions/model/tasks/task.ts';
import { useLive } from './queries.ts';
import { queryClient } from './query-client.ts';

/** Splits the ids into lists that one task takes. */
export const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / idsPerTaskMax) }, (_, part) =>
    ids.slice(part * idsPerTaskMax, (part + 1) * idsPerTaskMax),
  );

const awaited = new Set<string>();

/** The work goes on when the page is left. The shell shows how far it is, and says how it ended. */
export const awaitTask = async (started: Promise<{ data: Task }>): Promise<void> => {
  awaited.add((await started).data.id);
  await queryClient.invalidateQueries({ queryKey: ['listTasks'] });
};

export const isRunning = ({ status }: Task): boolean => status === 'running';

/** Undefined if there is none: then nothing shows them. They are read again while one is running. */
export const useTasks = (workspaceId: string | undefined): Task[] | undefined => {
  const isMoving = ({ data }: { data: Task[] }) => data.some(isRunning);
  const { data } = useLive('listTasks', workspaceId ? { workspace_id: workspaceId } : {}, {
    everyMs: 2_000,
    isFinal: (read) => !isMoving(read),
    isMoving,
    isEnabled: workspaceId !== undefined,
    isAside: true,
  });
  return data && data.data.length > 0 ? data.data : undefined;
};

/** Tasks that were started or seen running here and have ended since. Each is listed once. */
export const takeEnded = (tasks: readonly Task[], userId: string): Task[] => {
  for (const { id, status, started_by } of tasks) if (status === 'running' && started_by.id === userId) awaited.add(id);
  return tasks.filter(({ id, status }) => status !== 'running' && awaited.delete(id));
};
