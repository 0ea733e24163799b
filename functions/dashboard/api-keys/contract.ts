import * as z from 'zod/mini';
import { apiKey, apiKeyQuery, createdApiKey, listedApiKey, newApiKey } from '../../model/access/api-key.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listApiKeys = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/api-keys',
  role: 'agent',
  status: 200,
  paged: true,
  query: apiKeyQuery,
  response: () => listResponse(listedApiKey),
});

export const createApiKey = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/api-keys',
  role: 'admin',
  audit: 'api_key.created',
  status: 201,
  returnsSecret: 'encryption',
  body: newApiKey,
  response: () => z.object({ data: createdApiKey }),
});

export const revokeApiKey = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/api-keys/{id}',
  role: 'admin',
  audit: 'api_key.revoked',
  status: 200,
  params: idParams,
  response: () => z.object({ data: apiKey }),
});
