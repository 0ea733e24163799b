import * as z from 'zod/mini';
import { delay, type QueueJob } from './job.ts';

/** Gives what waits in the teams of a workspace to their members. */
const assignJob = z.object({
  task: z.literal('assign'),
  workspaceId: z.uuid(),
  /** The conversation whose change is the cause: the index of the inbox may not show it yet. */
  conversationId: z.optional(z.uuid()),
  /** The row of the inbox after which this run goes on. */
  after: z.optional(z.string()),
});

/** A team that assigns by turns, or did until now, was changed. */
const teamChangedJob = z.object({
  task: z.literal('team_changed'),
  workspaceId: z.uuid(),
  teamId: z.uuid(),
  /** Its conversations are not marked yet. */
  isTurnedOn: z.boolean(),
  /** The conversation after which the next run goes on. */
  after: z.optional(z.uuid()),
  isSecondPass: z.boolean(),
});

/** A member who takes turns has left the workspace. */
const endTurnsJob = z.object({ task: z.literal('end_turns'), workspaceId: z.uuid(), userId: z.uuid() });

/** Sent by a schedule. It finds what a lost job left waiting. */
const sweepAssignmentsJob = z.object({ task: z.literal('sweep_assignments'), after: z.optional(z.string()) });

export const assignmentJob = z.discriminatedUnion('task', [
  assignJob,
  teamChangedJob,
  endTurnsJob,
  sweepAssignmentsJob,
]);

export type AssignJob = z.output<typeof assignJob>;

export type EndTurnsJob = z.output<typeof endTurnsJob>;

export type TeamChangedJob = z.output<typeof teamChangedJob>;

export type SweepAssignmentsJob = z.output<typeof sweepAssignmentsJob>;

export type AssignmentJob = z.output<typeof assignmentJob>;

export const buildAssignmentJob = (job: AssignmentJob, delaySeconds = 0): QueueJob => ({
  queue: 'assignConversations',
  body: job,
  ...('workspaceId' in job && { group: job.workspaceId }),
  ...delay(delaySeconds),
});
