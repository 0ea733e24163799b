import { type ApiErrorCode, statusByCode } from '../../model/api-error.ts';
import {
  addCounts,
  describeCounts,
  type ErasureCounts,
  erasedRequestMessage,
  erasureSteps,
  type StepResult,
} from '../../model/erasures/erasure.ts';
import { buildEraseJob, type EraseContactJob } from '../../model/jobs/erasures.ts';
import { clock, isoTime, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { eraseResponse, queryContactResponses, removeContactResponses } from '../../table/access/contact-responses.ts';
import { advanceErasure, completeErasure, findErasure, type RunningErasure } from '../../table/erasures/erasures.ts';
import { removeVisitItems } from '../../table/erasures/visits.ts';
import { findSegmentsWith, removeMembers } from '../../table/segments/members.ts';
import { querySegments } from '../../table/segments/segments.ts';
import { completeAudit } from '../audit/audit-log.ts';
import { addLogFields } from '../log.ts';
import { enqueueJobs } from '../queues.ts';
import { forgetPointers, listVisitors, prolongPointers, removePointers } from './pointers.ts';
import { removeContactEvents, removeMessages } from './remove-messages.ts';
import { removeRecipients } from './remove-recipients.ts';

/** Leaves a function of 60 s time to finish the current step. */
const runMsMax = 20_000;

/**
 * The last pass begins so long after the erasure that everything that was under way has ended: requests after 30 s, and
 * the check of a message without an outcome after 15 minutes.
 */
const settledSeconds = 16 * 60;

const waitSeconds = 15 * 60;

const keptSeconds = 30 * secondsPerDay;

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
    progress: { ...progress, pass: progress.pass + 1, step: erasureSteps[0], cursor: null, is_waiting: false, counts },
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
  const times = { completed_at: isoTime(clock.now()), expires: nowSeconds() + keptSeconds };
  if (!(await completeErasure(workspaceId, erasure, counts, times))) return 'conflict';
  addLogFields({ erased: counts });
  return undefined;
};

const responsesPerStep = 100;

const code: ApiErrorCode = 'not_found';

const erasedError = { code, message: erasedRequestMessage };

const erasedResponse = { status: statusByCode[code], body: JSON.stringify({ error: erasedError }) };

/** A repeated request then gets a 404: with the record gone, it would create the contact again. */
const removeResponses = async (workspaceId: string, { id }: RunningErasure): Promise<StepResult> => {
  const { items, next } = await queryContactResponses(workspaceId, id, { limit: responsesPerStep, after: undefined });
  await Promise.all(items.map((answer) => eraseResponse(workspaceId, answer, erasedResponse)));
  await removeContactResponses(workspaceId, id, items);
  return { counts: { answers: items.length }, next };
};

/** Their pages may go on for a moment: the last pass removes what they wrote meanwhile. */
const removeVisits = async (workspaceId: string, { traces }: RunningErasure): Promise<StepResult> => ({
  counts: { visits: await removeVisitItems(workspaceId, listVisitors(traces)) },
});

const segmentsPerStep = 100;

/** Looks the contact up in each static segment: a pointer back would double the price of every member. */
const removeMemberships = async (
  workspaceId: string,
  { id: contactId, progress }: RunningErasure,
): Promise<StepResult> => {
  const page = { limit: segmentsPerStep, after: progress.cursor ?? undefined };
  const { items, next } = await querySegments(workspaceId, page);
  const segmentIds = items.filter(({ kind }) => kind === 'static').map(({ id }) => id);
  const memberOf = await findSegmentsWith(segmentIds, contactId);
  let memberships = 0;
  for (const segmentId of memberOf)
    if ((await removeMembers(workspaceId, segmentId, [contactId])) === 'written') memberships += 1;
  return { counts: { memberships }, next };
};

const runStep = {
  pointers: removePointers,
  visits: removeVisits,
  messages: removeMessages,
  segments: removeMemberships,
  broadcasts: removeRecipients,
  events: removeContactEvents,
  answers: removeResponses,
} as const;
