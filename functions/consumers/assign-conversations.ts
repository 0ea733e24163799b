import { assignConversations, sweepAssignments } from '../domain/teams/assign.ts';
import { applyTeamChange } from '../domain/teams/turn-marks.ts';
import { type AssignmentJob, assignmentJob } from '../model/jobs.ts';
import { removeTurn } from '../table/teams/turns.ts';
import { consumeQueue } from './consume-queue.ts';

const run = (job: AssignmentJob): Promise<void> => {
  switch (job.task) {
    case 'assign':
      return assignConversations(job);
    case 'team_changed':
      return applyTeamChange(job);
    case 'end_turns':
      return removeTurn(job.workspaceId, job.userId);
    case 'sweep_assignments':
      return sweepAssignments(job);
  }
};

export const handler = consumeQueue('assignConversations', assignmentJob, run);
