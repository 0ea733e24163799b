import * as z from 'zod/mini';
import { broadcast, newBroadcast } from '../../model/broadcast.ts';
import { reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { defineEndpoint } from '../endpoint.ts';

const broadcastResponse = () => z.object({ data: broadcast });

export const createBroadcast = defineEndpoint({
  operationId: 'createBroadcast',
  method: 'POST',
  path: '/broadcasts',
  summary: 'Launch a broadcast',
  access: 'broadcasts:send',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:Query',
    'table:PutItem',
    'table:UpdateItem',
    'secret:channelEncryption',
    ...reads(
      'broadcast',
      'broadcastCounters',
      'contact',
      'phone',
      'segment',
      'segmentMember',
      'tag',
      'taggedContact',
      'template',
      'workspace',
    ),
    ...writes('broadcast', 'broadcastAudience', 'broadcastChunk', 'broadcastLane', 'template'),
  ],
  status: 202,
  errorCodes: [
    'not_found',
    'msgapp_not_configured',
    'template_malformed',
    'plan_limit_reached',
    'subscription_lapsed',
    'platform_error',
  ],
  errorHeaders: { platform_error: ['X-Channel-Error-Code'] },
  body: newBroadcast,
  response: broadcastResponse,
});

export const getBroadcast = defineEndpoint({
  operationId: 'getBroadcast',
  method: 'GET',
  path: '/broadcasts/{id}',
  summary: 'Get a broadcast',
  access: 'broadcasts:send',
  grants: ['table:GetItem', 'table:Query', ...reads('broadcast', 'broadcastCounters')],
  status: 200,
  params: idParams,
  response: broadcastResponse,
});
