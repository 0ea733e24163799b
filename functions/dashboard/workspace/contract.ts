import * as z from 'zod/mini';
import { usage } from '../../model/workspaces/usage.ts';
import { describedWorkspace, workspace, workspaceChanges } from '../../model/workspaces/workspace.ts';
import { defineOperation } from '../operation.ts';

export const getWorkspace = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/workspace',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: describedWorkspace }),
});

export const updateWorkspace = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/workspace',
  role: 'owner',
  audit: 'workspace.updated',
  status: 200,
  body: workspaceChanges,
  response: () => z.object({ data: workspace }),
});

export const getUsage = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/usage',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: usage }),
});
