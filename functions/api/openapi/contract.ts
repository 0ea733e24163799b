import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';

export const getOpenapi = defineEndpoint({
  operationId: 'getOpenapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this document',
  access: 'public',
  grants: [],
  cacheSeconds: 300,
  status: 200,
  response: () => z.looseObject({ openapi: z.string() }),
});
