import * as z from 'zod/mini';
import { broadcast } from '../../model/broadcasts/broadcast.ts';
import { defineOperation } from '../operation.ts';

export const listRunningBroadcasts = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/overview/broadcasts',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: z.array(broadcast) }),
});
