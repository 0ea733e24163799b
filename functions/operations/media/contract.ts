import * as z from 'zod/mini';
import { calls, reads } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { media } from '../../model/media/media.ts';
import { defineOperation } from '../operation.ts';

export const getMedia = defineOperation({
  method: 'GET',
  path: '/media/{id}',
  status: 302,
  params: idParams,
  response: () => z.object({ data: media }),
  key: {
    access: 'messages:read',
    grants: [...calls('GetItem'), 'bucket:GetObject', ...reads('media')],
    errorHeaders: { not_found: ['Retry-After', 'X-Media-Status'] },
  },
});
