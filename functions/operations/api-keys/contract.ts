import * as z from 'zod/mini';
import { apiKey, apiKeyQuery, createdApiKey, listedApiKey, newApiKey } from '../../model/access/api-key.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listApiKeys = defineOperation({
  method: 'GET',
  path: '/api-keys',
  paged: true,
  query: apiKeyQuery,
  response: () => listResponse(listedApiKey),
  member: { role: 'agent' },
});

export const createApiKey = defineOperation({
  method: 'POST',
  path: '/api-keys',
  status: 201,
  body: newApiKey,
  returnsSecret: 'encryption',
  response: () => z.object({ data: createdApiKey }),
  member: { role: 'admin', audit: 'api_key.created' },
});

export const revokeApiKey = defineOperation({
  method: 'DELETE',
  path: '/api-keys/{id}',
  params: idParams,
  response: () => z.object({ data: apiKey }),
  member: { role: 'admin', audit: 'api_key.revoked' },
});
