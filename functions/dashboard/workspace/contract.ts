import * as z from 'zod/mini';
import { usage } from '../../model/workspaces/usage.ts';
import { describedWorkspace, workspace, workspaceChanges } from '../../model/workspaces/workspace.ts';
import { defineOperation } from '../operation.ts';

export const getWorkspace = defineOperation({
  operationId: 'getWorkspace',
  method: 'GET',
  path: '/w/{workspace_id}/workspace',
  role: 'agent',
  grants: ['table:GetItem'],
  status: 200,
  response: () => z.object({ data: describedWorkspace }),
});

export const updateWorkspace = defineOperation({
  operationId: 'updateWorkspace',
  method: 'PATCH',
  path: '/w/{workspace_id}/workspace',
  role: 'owner',
  audit: 'workspace.updated',
  grants: ['table:BatchGetItem', 'table:GetItem', 'table:Query', 'table:UpdateItem'],
  status: 200,
  body: workspaceChanges,
  response: () => z.object({ data: workspace }),
});

export const getUsage = defineOperation({
  operationId: 'getUsage',
  method: 'GET',
  path: '/w/{workspace_id}/usage',
  role: 'agent',
  grants: ['table:GetItem', 'table:Query'],
  status: 200,
  response: () => z.object({ data: usage }),
});
