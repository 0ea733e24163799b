import { addCounts, describeCounts, type ErasureCounts, erasureSteps } from '../../model/erasures/erasure.ts';
import { buildEraseJob, type EraseContactJob } from '../../model/jobs.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { advanceErasure, completeErasure, findErasure, type RunningErasure } from '../../table/erasures/erasures.ts';
import { completeAudit } from '../audit/audit-log.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { removeAnswers } from './answers.ts';
import { removeContactEvents } from './events.ts';
import { removeMessages } from './messages.ts';
import { forgetPointers, prolongPointers, removePointers } from './pointers.ts';
import { removeRecipients } from './remove-recipients.ts';
import { removeMemberships } from './segments.ts';
import type { StepResult } from './step.ts';

/** Leaves a function of 60 s time to finish the current step. */
const runMsMax = 20_000;

/**
 * The last pass begins so long after the erasure that everything that was under way has ended: requests after 30 s, and
 * the check of a message without an outcome after 15 minutes.
 */
const settledSeconds = 16 * 60;

const waitSeconds = 15 * 60;

const keptSeconds = 30 * 24 * 60 * 60;

const runStep = {
  pointers: removePointers,
  messages: removeMessages,
  segments: removeMemberships,
  broadcasts: removeRecipients,
  events: removeContactEvents,
  answers: removeAnswers,
} as const;

/**
 * Removes what an erased contact left behind, in bounded steps, and enqueues itself again when its time is up. The
 * erasure records the position, so a duplicate job or a retry after a crash continues there. At least two passes: the
 * first at once, the last when nothing from before can be written any more.
 */
export const removeErased = async (job: EraseContactJob): Promise<void> => {
  const { workspaceId, contactId } = job;
  addLogFields({ workspace_id: workspaceId, contact_id: contactId });
  const endsAtMs = clock.now() + runMsMax;
  let erasure = await findRunning(workspaceId, contactId);
  while (erasure) {
    const waitMs = Date.parse(erasure.resume_at) - clock.now();
    if (waitMs > 0) return enqueueJobs([buildEraseJob(job, waitMs / 1_000)]);
    if (clock.now() >= endsAtMs) return enqueueJobs([buildEraseJob(job)]);
    const { pass, step } = erasure.progress;
    addLogFields({ pass, step });
    const advanced = await runNextStep(workspaceId, erasure);
    if (advanced === 'conflict') return;
    erasure = advanced;
  }
};

const findRunning = async (workspaceId: string, contactId: string): Promise<RunningErasure | undefined> => {
  const erasure = await findErasure(workspaceId, contactId);
  return erasure?.traces ? { ...erasure, traces: erasure.traces } : undefined;
};

const runNextStep = async (
  workspaceId: string,
  erasure: RunningErasure,
): Promise<RunningErasure | 'conflict' | undefined> => {
  const { progress } = erasure;
  const result = await runStep[progress.step](workspaceId, erasure);
  const counts = addCounts(progress.counts, result.counts);
  const isWaiting = progress.is_waiting || result.isWaiting === true;
  const isLastStep = progress.step === erasureSteps.at(-1) && result.next === undefined;
  if (isLastStep && !isWaiting && progress.pass > 1) return complete(workspaceId, erasure, counts);
  const next = isLastStep
    ? nextPass(erasure, counts, isWaiting)
    : { progress: nextStep(erasure, result, counts, isWaiting), resume_at: erasure.resume_at };
  if (isLastStep) await prolongPointers(workspaceId, erasure);
  if (!(await advanceErasure(workspaceId, erasure, next))) return 'conflict';
  return { ...erasure, ...next, version: erasure.version + 1 };
};

const nextStep = (
  { progress }: RunningErasure,
  { next, runningBroadcasts = progress.running_broadcasts }: StepResult,
  counts: ErasureCounts,
  isWaiting: boolean,
): RunningErasure['progress'] => {
  const following = erasureSteps[erasureSteps.indexOf(progress.step) + 1] ?? progress.step;
  return {
    ...progress,
    ...(next === undefined ? { step: following, cursor: null } : { cursor: next }),
    running_broadcasts: runningBroadcasts,
    is_waiting: isWaiting,
    counts,
  };
};

const nextPass = ({ progress, requested_at }: RunningErasure, counts: ErasureCounts, isWaiting: boolean) => {
  const settledMs = Date.parse(requested_at) + settledSeconds * 1_000;
  const waitMs = isWaiting && progress.pass > 1 ? waitSeconds * 1_000 : 0;
  return {
    progress: {
      ...progress,
      pass: progress.pass + 1,
      step: erasureSteps[0],
      cursor: null,
      is_waiting: false,
      counts,
    },
    resume_at: isoTime(Math.max(settledMs, clock.now() + waitMs)),
  };
};

/** The audit entry comes before the item that leads to it: a repeated job completes both. */
const complete = async (
  workspaceId: string,
  erasure: RunningErasure,
  counts: ErasureCounts,
): Promise<'conflict' | undefined> => {
  await forgetPointers(workspaceId, erasure);
  if (erasure.audit_entry_id !== null)
    await completeAudit(workspaceId, erasure.audit_entry_id, { details: describeCounts(counts) });
  const times = {
    completed_at: isoTime(clock.now()),
    expires: Math.floor(clock.now() / 1_000) + keptSeconds,
  };
  if (!(await completeErasure(workspaceId, erasure, counts, times))) return 'conflict';
  addLogFields({ erased: counts });
  return undefined;
};
