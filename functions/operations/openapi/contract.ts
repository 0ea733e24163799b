import * as z from 'zod/mini';
import { defineOperation } from '../operation.ts';

export const getOpenapi = defineOperation({
  method: 'GET',
  path: '/openapi.json',
  response: () => z.looseObject({ openapi: z.string() }),
  key: { access: 'public', grants: [], cacheSeconds: 300 },
});
