import { expect, it, onTestFinished, vi } from 'vitest';
import { buildWakeJob } from '../../../functions/model/jobs/broadcasts.ts';
import { buildMaintenanceJob, type MaintenanceJob } from '../../../functions/model/jobs/maintenance.ts';
import { clock, isoTime, secondsUntil } from '../../../functions/platform/clock.ts';

const nowMs = Date.parse('2026-11-15T09:00:00.000Z');

const job = { workspaceId: 'w', broadcastId: 'b' };

it.each([
  [900_001, 900],
  [899_999, 900],
  [1, 1],
  [-5_000, 0],
])('%i ms before its time it is delayed by %i s: never too short, never longer than SQS allows', (aheadMs, delay) => {
  const spy = vi.spyOn(clock, 'now').mockReturnValue(nowMs);
  onTestFinished(() => spy.mockRestore());
  expect(buildWakeJob(job, secondsUntil(isoTime(nowMs + aheadMs))).delaySeconds).toBe(delay);
});

it.each<[MaintenanceJob, string | undefined]>([
  [{ task: 'count', workspaceId: 'w', segmentId: 's' }, 'w'],
  [{ task: 'unassign', workspaceId: 'w', userId: 'u', isSecondPass: false }, 'w'],
  [{ task: 'mail', workspaceId: 'w', occurrence: { kind: 'invitation', id: 'i', round: 0 } }, 'w'],
  [{ task: 'delete_members', segmentId: 's' }, 's'],
  [{ task: 'delete_feed', feedId: 'f' }, 'f'],
  [{ task: 'start_due' }, undefined],
])('the maintenance job %j waits with those of %s alone', (job, group) => {
  expect(buildMaintenanceJob(job).group).toBe(group);
});
