import * as z from 'zod/mini';
import { defineOperation } from '../operation.ts';

export const getMe = defineOperation({
  method: 'GET',
  path: '/me',
  response: () =>
    z.object({
      data: z.object({
        account: z.object({ id: z.uuid(), name: z.string() }),
        key: z.object({ id: z.uuid(), scopes: z.array(z.string()) }),
      }),
    }),
  key: { access: 'any-key', grants: [] },
});
