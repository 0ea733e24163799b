import * as z from 'zod/mini';
import { audienceFile, newFile } from '../../model/broadcasts/audience-file.ts';
import {
  broadcast,
  broadcastQuery,
  broadcastTest,
  failureGroup,
  newBroadcast,
  recipientQuery,
  recipientReport,
  resend,
  sentBroadcast,
  shownBroadcast,
  shownRecipient,
  shownRecipientQuery,
} from '../../model/broadcasts/broadcast.ts';
import { broadcastPreview, shownPreview } from '../../model/broadcasts/preview.ts';
import { calls, manages, reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { sendErrorCodes } from '../../model/messages/error.ts';
import { sendResult } from '../../model/messages/message.ts';
import { listResponse } from '../../model/page.ts';
import { templateChoice } from '../../model/templates/template.ts';
import { defineOperation } from '../operation.ts';

const broadcastResponse = () => z.object({ data: broadcast });

export const createBroadcast = defineOperation({
  method: 'POST',
  path: '/broadcasts',
  status: 202,
  body: newBroadcast,
  response: () => z.object({ data: z.union([broadcast, broadcastPreview]) }),
  key: {
    access: 'broadcasts:send',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem'),
      'secret:channelEncryption',
      'bucket:audiences',
      'bucket:DeleteObject',
      'bucket:GetObject',
      'bucket:PutObject',
      ...reads('broadcastCounters', 'contact', 'phone', 'segment', 'segmentMember', 'tag', 'taggedContact'),
      ...reads('workspace'),
      ...writes('broadcastAudience', 'broadcastChunk', 'broadcastLane', 'scheduledBroadcast'),
      ...manages('broadcast', 'template'),
    ],
    otherStatuses: { 200: 'A dry run: what the broadcast would do. Nothing is sent or stored.' },
    errorCodes: ['not_found', ...sendErrorCodes],
    errorHeaders: { platform_error: ['X-Channel-Error-Code'] },
  },
  member: { role: 'admin', audit: 'broadcast.created' },
});

/** A form for one file, which the broadcast then names. */
export const createBroadcastFile = defineOperation({
  method: 'POST',
  path: '/broadcasts/files',
  status: 201,
  body: newFile,
  response: () => z.object({ data: audienceFile }),
  key: { access: 'broadcasts:send', grants: ['bucket:audiences', 'bucket:PutObject'] },
  member: { role: 'admin' },
});

export const listBroadcasts = defineOperation({
  method: 'GET',
  path: '/broadcasts',
  paged: true,
  response: () => listResponse(broadcast),
  key: { access: 'broadcasts:send', grants: [...calls('Query'), ...reads('broadcast', 'broadcastCounters')] },
  member: { role: 'agent' },
});

export const getBroadcast = defineOperation({
  method: 'GET',
  path: '/broadcasts/{id}',
  params: idParams,
  response: broadcastResponse,
  key: {
    access: 'broadcasts:send',
    grants: [...calls('GetItem', 'Query'), ...reads('broadcast', 'broadcastCounters')],
  },
  member: { role: 'agent' },
});

export const cancelBroadcast = defineOperation({
  method: 'POST',
  path: '/broadcasts/{id}/cancel',
  params: idParams,
  response: broadcastResponse,
  key: {
    access: 'broadcasts:send',
    grants: [...calls('GetItem', 'Query', 'UpdateItem'), ...reads('broadcastCounters'), ...manages('broadcast')],
  },
  member: { role: 'admin', audit: 'broadcast.canceled' },
});

export const listBroadcastRecipients = defineOperation({
  method: 'GET',
  path: '/broadcasts/{id}/recipients',
  paged: true,
  params: idParams,
  query: recipientQuery,
  response: () => listResponse(recipientReport),
  key: {
    access: 'broadcasts:send',
    grants: [
      ...calls('GetItem', 'BatchGetItem'),
      ...reads('broadcast', 'broadcastAudience', 'broadcastChunk', 'message', 'phone', 'recipient'),
    ],
  },
  member: { role: 'agent' },
});

/** Says what the broadcast would do, and refuses as it would. Nothing is sent or stored. */
export const previewBroadcast = defineOperation({
  method: 'POST',
  path: '/broadcasts/preview',
  body: newBroadcast,
  response: () => z.object({ data: shownPreview }),
  member: { role: 'admin', isRead: true },
});

/** Sends one message of it to a number of the member's own, which counts as any other. */
export const testBroadcast = defineOperation({
  method: 'POST',
  path: '/broadcasts/test',
  status: 201,
  body: broadcastTest,
  response: () => z.object({ data: sendResult }),
  member: { role: 'admin', audit: 'broadcast.tested' },
});

/** Begins a scheduled broadcast before its time. */
export const sendBroadcastNow = defineOperation({
  method: 'POST',
  path: '/broadcasts/{id}/send-now',
  params: idParams,
  response: broadcastResponse,
  member: { role: 'admin', audit: 'broadcast.sent_now' },
});

/** A new broadcast to those who failed for a reason that passes, with the same template and values. */
export const resendBroadcast = defineOperation({
  method: 'POST',
  path: '/broadcasts/{id}/resend',
  status: 202,
  params: idParams,
  body: resend,
  response: broadcastResponse,
  member: { role: 'admin', audit: 'broadcast.created' },
});

/** Records that the caller downloads the recipients. The browser reads them page by page with listBroadcastRecipients. */
export const startRecipientsExport = defineOperation({
  method: 'POST',
  path: '/broadcasts/{id}/exports',
  status: 201,
  params: idParams,
  response: () => z.object({ data: z.object({ started: z.literal(true) }) }),
  member: { role: 'admin', audit: 'broadcast.exported' },
});

/** Counts failures by reason, most frequent first. Until `next_cursor` is null, the next call counts on. */
export const listBroadcastFailures = defineOperation({
  method: 'GET',
  path: '/broadcasts/{id}/failures',
  paged: true,
  params: idParams,
  response: () => listResponse(failureGroup),
  member: { role: 'agent' },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  createBroadcast: { body: sentBroadcast, response: broadcastResponse },
  listBroadcasts: { query: broadcastQuery, response: () => listResponse(shownBroadcast) },
  getBroadcast: {
    response: () =>
      z.object({
        data: z.extend(shownBroadcast, {
          template: templateChoice,
          /** The broadcast that was made last to send to its temporary failures again. */
          resent_as: z.nullable(z.uuid()),
        }),
      }),
  },
  listBroadcastRecipients: { query: shownRecipientQuery, response: () => listResponse(shownRecipient) },
};
