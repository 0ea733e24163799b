import * as z from 'zod/mini';
import { apiKey, createdApiKey, listedApiKey, newApiKey } from '../../model/access/api-key.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listApiKeys = defineOperation({
  operationId: 'listApiKeys',
  method: 'GET',
  path: '/w/{workspace_id}/api-keys',
  role: 'agent',
  grants: ['table:Query', 'table:BatchGetItem', 'table:GetItem'],
  status: 200,
  paged: true,
  response: () => listResponse(listedApiKey),
});

export const createApiKey = defineOperation({
  operationId: 'createApiKey',
  method: 'POST',
  path: '/w/{workspace_id}/api-keys',
  role: 'admin',
  audit: 'api_key.created',
  grants: [
    'table:GetItem',
    'table:PutItem',
    'table:UpdateItem',
    'table:DeleteItem',
    'table:ConditionCheckItem',
    'secret:encryption',
  ],
  status: 201,
  returnsSecret: true,
  body: newApiKey,
  response: () => z.object({ data: createdApiKey }),
});

export const revokeApiKey = defineOperation({
  operationId: 'revokeApiKey',
  method: 'DELETE',
  path: '/w/{workspace_id}/api-keys/{id}',
  role: 'admin',
  audit: 'api_key.revoked',
  grants: ['table:GetItem', 'table:UpdateItem'],
  status: 200,
  params: idParams,
  response: () => z.object({ data: apiKey }),
});
