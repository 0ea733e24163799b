import { assignConversations, sweepAssignments } from '../domain/turns/assign.ts';
import { applyTeamChange, endTurns } from '../domain/turns/turn-marks.ts';
import { type AssignmentJob, assignmentJob } from '../model/jobs/assignments.ts';
import { consumeQueue } from './consume-queue.ts';

const run = (job: AssignmentJob): Promise<void> => {
  switch (job.task) {
    case 'assign':
      return assignConversations(job);
    case 'team_changed':
      return applyTeamChange(job);
    case 'end_turns':
      return endTurns(job);
    case 'sweep_assignments':
      return sweepAssignments(job);
  }
};

export const handler = consumeQueue('assignConversations', assignmentJob, run);
