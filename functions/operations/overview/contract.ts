import * as z from 'zod/mini';
import { broadcast } from '../../model/broadcasts/broadcast.ts';
import { defineOperation } from '../operation.ts';

export const listRunningBroadcasts = defineOperation({
  method: 'GET',
  path: '/overview/broadcasts',
  response: () => z.object({ data: z.array(broadcast) }),
  member: { role: 'agent' },
});
