import * as z from 'zod/mini';
import { reads } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { media } from '../../model/media/media.ts';
import { defineEndpoint } from '../endpoint.ts';

export const getMedia = defineEndpoint({
  operationId: 'getMedia',
  method: 'GET',
  path: '/media/{id}',
  summary: "Get the file of a customer's message",
  access: 'messages:read',
  grants: ['table:GetItem', 'bucket:GetObject', ...reads('media')],
  status: 302,
  errorHeaders: { not_found: ['Retry-After', 'X-Media-Status'] },
  params: idParams,
  response: () => z.object({ data: media }),
});
