import * as z from 'zod/mini';
import { ApiError } from '../../model/api-error.ts';
import { shownContactQuery } from '../../model/contacts/input.ts';
import { bulkMax } from '../../model/conversations/inbox.ts';
import { buildMaintenanceJob, type RunTaskJob } from '../../model/jobs/maintenance.ts';
import { hasRole } from '../../model/members/member.ts';
import { taskRoles } from '../../model/tasks/task.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { findMember } from '../../table/members/members.ts';
import { advanceTask, findTask, type StoredTask } from '../../table/tasks/tasks.ts';
import { updateContact } from '../contacts/contacts.ts';
import { listContacts } from '../contacts/list-contacts.ts';
import { recoverStep } from '../deliveries/recover.ts';
import { updateConversations } from '../inbox/work.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { addPeople } from '../segments/members.ts';

interface StepResult {
  done: number;
  refused: number;
  /** The items that are still to do. */
  ids?: string[];
  /** The position of the next step. Without it, and without ids, the task is done. */
  next?: string | undefined;
}

/** Tests lower it. A step of contacts takes about 5 s at most. */
export const taskLimits = { contactsPerStep: 100, contactsAtOnce: 10 };

/**
 * One step, which the item counts, and a job for the next. A step that is repeated after a crash does again what it did,
 * which changes nothing, and only one of two jobs for the same step continues.
 */
export const runTask = async (job: RunTaskJob): Promise<void> => {
  const { workspaceId, taskId } = job;
  addLogFields({ workspace_id: workspaceId, task_id: taskId });
  const task = await findTask(workspaceId, taskId);
  if (!task || task.ended_at !== null) return;
  const after = await advanceTask(task, await runStep(task).then((result) => toProgress(task, result), toFailure));
  if (after && after.ended_at === null) await enqueueJobs([buildMaintenanceJob(job)]);
};

const toProgress = (task: StoredTask, { done, refused, ids, next }: StepResult): Partial<StoredTask> => {
  const counts = { done: task.done + done, refused: task.refused + refused };
  if (ids ? ids.length > 0 : next !== undefined)
    return { ...counts, status: 'running', ids: ids ?? null, after: next ?? null };
  return { ...counts, ...ended('done') };
};

const ended = (status: 'done' | 'failed') => ({ status, ids: null, filter: null, ended_at: isoTime(clock.now()) });

/** A refusal ends the task. After any other error, the queue repeats the step. */
const toFailure = (error: unknown): Partial<StoredTask> => {
  if (!(error instanceof ApiError)) throw error;
  return { ...ended('failed'), error: error.message };
};

const runStep = async (task: StoredTask): Promise<StepResult> => {
  const { workspace_id: workspaceId, work, started_by, after, created_at } = task;
  const member = await findMember(workspaceId, started_by.id);
  if (!member || !hasRole(member.role, taskRoles[work.kind]))
    throw new ApiError('forbidden', `${started_by.name} may not do this any more.`);
  switch (work.kind) {
    case 'recovery': {
      const { data, next } = await recoverStep(workspaceId, work.webhook_id, work.since, after ?? undefined);
      return { done: data.requested, refused: 0, next };
    }
    case 'tag': {
      const { chosen, ...rest } = await chooseContacts(task);
      const changes = work.change === 'add' ? { addedTags: [work.tag] } : { removedTags: [work.tag] };
      return { ...(await changeEach(chosen, (id) => updateContact(workspaceId, id, changes))), ...rest };
    }
    case 'segment': {
      const { chosen, ...rest } = await chooseContacts(task);
      const people = { contact_ids: chosen, phones: [] };
      const { changed, unchanged, unknown } = await addPeople(workspaceId, work.segment_id, people);
      return { done: changed + unchanged, refused: unknown, ...rest };
    }
    case 'conversations': {
      const [ids, left] = split(task.ids ?? [], bulkMax);
      const caller = { workspaceId, userId: started_by.id, name: started_by.name };
      const { changes, is_opened } = work;
      const isPutAside = changes?.status !== undefined || changes?.snoozed_until != null;
      const expected = isPutAside ? { quiet_since: created_at } : undefined;
      const request = { ids, is_opened, changes: changes && { ...changes, expected } };
      const results = await updateConversations(caller, request);
      const done = results.filter(({ outcome }) => outcome === 'changed' || outcome === 'unchanged').length;
      return { done, refused: results.length - done, ids: left };
    }
  }
};

const split = (ids: readonly string[], count: number): [string[], string[]] => [ids.slice(0, count), ids.slice(count)];

const chooseContacts = async ({ workspace_id, ids, filter, after }: StoredTask) => {
  if (ids) {
    const [chosen, left] = split(ids, taskLimits.contactsPerStep);
    return { chosen, ids: left };
  }
  const { consent, ...filters } = z.parse(shownContactQuery, JSON.parse(filter ?? ''));
  const page = { limit: taskLimits.contactsPerStep, after: after ?? undefined };
  const { items, next } = await listContacts(
    workspace_id,
    { ...filters, opted_out: consent && consent === 'opted_out' },
    page,
  );
  return { chosen: items.map(({ id }) => id), next };
};

/** A contact that refuses the change, such as one with 30 tags, does not stop the others. */
const changeEach = async (ids: readonly string[], change: (id: string) => Promise<unknown>) => {
  let refused = 0;
  const tryChange = async (id: string) => {
    await change(id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      refused += 1;
    });
  };
  for (let index = 0; index < ids.length; index += taskLimits.contactsAtOnce)
    await Promise.all(ids.slice(index, index + taskLimits.contactsAtOnce).map(tryChange));
  return { done: ids.length - refused, refused };
};
