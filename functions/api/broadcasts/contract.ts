import * as z from 'zod/mini';
import { audienceFile, newFile } from '../../model/broadcasts/audience-file.ts';
import { broadcast, newBroadcast, recipientQuery, recipientReport } from '../../model/broadcasts/broadcast.ts';
import { broadcastPreview } from '../../model/broadcasts/preview.ts';
import { reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
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
    'bucket:audiences',
    'bucket:DeleteObject',
    'bucket:GetObject',
    'bucket:PutObject',
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
    ...writes('broadcast', 'broadcastAudience', 'broadcastChunk', 'broadcastLane', 'scheduledBroadcast', 'template'),
  ],
  status: 202,
  otherStatuses: { 200: 'A dry run: what the broadcast would do. Nothing is sent or stored.' },
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
  response: () => z.object({ data: z.union([broadcast, broadcastPreview]) }),
});

/** A form for one file, which the broadcast then names. */
export const createBroadcastFile = defineEndpoint({
  operationId: 'createBroadcastFile',
  method: 'POST',
  path: '/broadcasts/files',
  summary: 'Upload a file of recipients',
  access: 'broadcasts:send',
  grants: ['bucket:audiences', 'bucket:PutObject'],
  status: 201,
  body: newFile,
  response: () => z.object({ data: audienceFile }),
});

export const listBroadcasts = defineEndpoint({
  operationId: 'listBroadcasts',
  method: 'GET',
  path: '/broadcasts',
  summary: 'List broadcasts',
  access: 'broadcasts:send',
  grants: ['table:Query', ...reads('broadcast', 'broadcastCounters')],
  status: 200,
  paged: true,
  response: () => listResponse(broadcast),
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

export const cancelBroadcast = defineEndpoint({
  operationId: 'cancelBroadcast',
  method: 'POST',
  path: '/broadcasts/{id}/cancel',
  summary: 'Cancel a broadcast',
  access: 'broadcasts:send',
  grants: [
    'table:GetItem',
    'table:Query',
    'table:UpdateItem',
    ...reads('broadcast', 'broadcastCounters'),
    ...writes('broadcast'),
  ],
  status: 200,
  params: idParams,
  response: broadcastResponse,
});

export const listBroadcastRecipients = defineEndpoint({
  operationId: 'listBroadcastRecipients',
  method: 'GET',
  path: '/broadcasts/{id}/recipients',
  summary: 'List the recipients of a broadcast',
  access: 'broadcasts:send',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    ...reads('broadcast', 'broadcastAudience', 'broadcastChunk', 'message', 'recipient'),
  ],
  status: 200,
  paged: true,
  params: idParams,
  query: recipientQuery,
  response: () => listResponse(recipientReport),
});
