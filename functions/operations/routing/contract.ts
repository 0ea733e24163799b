import * as z from 'zod/mini';
import { calls, manages, reads, writes } from '../../model/grant.ts';
import { routing, routingChanges } from '../../model/routing/routing.ts';
import { defineOperation } from '../operation.ts';

const routingResponse = () => z.object({ data: routing });

export const getRouting = defineOperation({
  method: 'GET',
  path: '/routing',
  response: routingResponse,
  key: { access: 'conversations:read', grants: [...calls('GetItem'), ...reads('workspace')] },
  member: { role: 'agent' },
});

export const updateRouting = defineOperation({
  method: 'PATCH',
  path: '/routing',
  body: routingChanges,
  response: routingResponse,
  key: {
    access: 'conversations:write',
    grants: [...calls('GetItem', 'UpdateItem'), ...writes('channelAccount'), ...manages('workspace')],
  },
  member: { role: 'admin', audit: 'routing.updated' },
});
