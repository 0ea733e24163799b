import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

export const getMe = defineEndpoint({
  operationId: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'Get the account of the key',
  access: 'any-key',
  grants: [],
  status: 200,
  response: () =>
    z.object({
      data: z.object({
        account: z.object({ id: z.uuid(), name: z.string() }),
        key: z.object({ id: z.uuid(), scopes: z.array(z.string()) }),
      }),
    }),
});
