import * as z from 'zod/mini';
import { usage } from '../../model/workspaces/usage.ts';
import {
  describedWorkspace,
  memberRowsChange,
  moreEventsChange,
  workspace,
  workspaceChanges,
} from '../../model/workspaces/workspace.ts';
import { defineOperation } from '../operation.ts';

export const getWorkspace = defineOperation({
  method: 'GET',
  path: '/workspace',
  response: () => z.object({ data: describedWorkspace }),
  member: { role: 'agent' },
});

export const updateWorkspace = defineOperation({
  method: 'PATCH',
  path: '/workspace',
  body: workspaceChanges,
  response: () => z.object({ data: workspace }),
  member: { role: 'owner', audit: 'workspace.updated' },
});

export const setMoreEvents = defineOperation({
  method: 'PATCH',
  path: '/workspace/events',
  body: moreEventsChange,
  response: () => z.object({ data: workspace }),
  member: { role: 'admin', audit: 'workspace.updated' },
});

export const setMemberRows = defineOperation({
  method: 'PATCH',
  path: '/workspace/reports',
  body: memberRowsChange,
  response: () => z.object({ data: workspace }),
  member: { role: 'admin', audit: 'workspace.updated' },
});

export const getUsage = defineOperation({
  method: 'GET',
  path: '/usage',
  response: () => z.object({ data: usage }),
  member: { role: 'agent' },
});
