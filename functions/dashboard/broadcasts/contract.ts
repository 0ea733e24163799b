import * as z from 'zod/mini';
import { audienceFile, newFile } from '../../model/broadcasts/audience-file.ts';
import {
  broadcast,
  broadcastQuery,
  broadcastTest,
  failureGroup,
  newBroadcast,
  resend,
  sentBroadcast,
  shownBroadcast,
  shownRecipient,
  shownRecipientQuery,
} from '../../model/broadcasts/broadcast.ts';
import { shownPreview } from '../../model/broadcasts/preview.ts';
import { idParams } from '../../model/id.ts';
import { sendResult } from '../../model/messages/message.ts';
import { listResponse } from '../../model/page.ts';
import { templateChoice } from '../../model/templates/template.ts';
import { defineOperation } from '../operation.ts';

const read = { method: 'GET', role: 'agent', status: 200 } as const;
const readOne = { ...read, params: idParams } as const;
const broadcastResponse = () => z.object({ data: broadcast });

export const listBroadcasts = defineOperation({
  ...read,
  path: '/w/{workspace_id}/broadcasts',
  paged: true,
  query: broadcastQuery,
  response: () => listResponse(shownBroadcast),
});

export const createBroadcast = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/broadcasts',
  role: 'admin',
  audit: 'broadcast.created',
  status: 202,
  body: sentBroadcast,
  response: broadcastResponse,
});

/** A form for one file of recipients, which checks its type and size. The broadcast then names it. */
export const createBroadcastFile = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/broadcasts/files',
  role: 'admin',
  status: 201,
  body: newFile,
  response: () => z.object({ data: audienceFile }),
});

/** Says what the broadcast would do, and refuses as it would. Nothing is sent or stored. */
export const previewBroadcast = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/broadcasts/preview',
  role: 'admin',
  status: 200,
  isRead: true,
  body: newBroadcast,
  response: () => z.object({ data: shownPreview }),
});

/** Sends one message of it to a number of the member's own, which counts as any other. */
export const testBroadcast = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/broadcasts/test',
  role: 'admin',
  audit: 'broadcast.tested',
  status: 201,
  body: broadcastTest,
  response: () => z.object({ data: sendResult }),
});

export const getBroadcast = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/broadcasts/{id}',
  response: () =>
    z.object({
      data: z.extend(shownBroadcast, {
        template: templateChoice,
        /** The broadcast that was made last to send to its temporary failures again. */
        resent_as: z.nullable(z.uuid()),
      }),
    }),
});

export const cancelBroadcast = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/broadcasts/{id}/cancel',
  role: 'admin',
  audit: 'broadcast.canceled',
  status: 200,
  params: idParams,
  response: broadcastResponse,
});

/** Begins a scheduled broadcast before its time. */
export const sendBroadcastNow = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/broadcasts/{id}/send-now',
  role: 'admin',
  audit: 'broadcast.sent_now',
  status: 200,
  params: idParams,
  response: broadcastResponse,
});

/** A new broadcast to those who failed for a reason that passes, with the same template and values. */
export const resendBroadcast = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/broadcasts/{id}/resend',
  role: 'admin',
  audit: 'broadcast.created',
  status: 202,
  params: idParams,
  body: resend,
  response: broadcastResponse,
});

export const listBroadcastRecipients = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/broadcasts/{id}/recipients',
  paged: true,
  query: shownRecipientQuery,
  response: () => listResponse(shownRecipient),
});

/** Records that the caller downloads the recipients. The browser reads them page by page with listBroadcastRecipients. */
export const startRecipientsExport = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/broadcasts/{id}/exports',
  role: 'admin',
  audit: 'broadcast.exported',
  status: 201,
  params: idParams,
  response: () => z.object({ data: z.object({ started: z.literal(true) }) }),
});

/** By reason, most frequent first. Until `next_cursor` is null, the next call counts on. */
export const listBroadcastFailures = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/broadcasts/{id}/failures',
  paged: true,
  response: () => listResponse(failureGroup),
});
