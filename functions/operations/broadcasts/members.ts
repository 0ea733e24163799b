import { createFile } from '../../domain/broadcasts/audience-file.ts';
import {
  cancelBroadcast,
  findBroadcastName,
  getShownBroadcast,
  listShownBroadcasts,
  sendBroadcastNow,
} from '../../domain/broadcasts/broadcasts.ts';
import { createBroadcast } from '../../domain/broadcasts/create-broadcast.ts';
import { listFailureGroups } from '../../domain/broadcasts/failures.ts';
import { getAudience, listShownRecipients } from '../../domain/broadcasts/list-recipients.ts';
import { previewShownBroadcast } from '../../domain/broadcasts/preview-broadcast.ts';
import { resendBroadcast } from '../../domain/broadcasts/resend-broadcast.ts';
import { sendMessage } from '../../domain/messages/send-message.ts';
import { toSendResult } from '../../domain/messages/send-outcome.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import type { NewBroadcast } from '../../model/broadcasts/broadcast.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';

interface BroadcastRequest {
  caller: Tenant;
  params: { id: string };
}

const nameBroadcast = async ({ caller, params }: BroadcastRequest) => ({
  target: { id: params.id, name: (await findBroadcastName(caller.workspaceId, params.id)) ?? params.id },
});

const find = ({ caller, params }: BroadcastRequest) => getAudience(caller.workspaceId, params.id);

export const members = {
  listBroadcasts: ({ caller, query, page }) => listShownBroadcasts(caller.workspaceId, query.status, page),
  createBroadcast: {
    run: async ({ caller, id, body }) => ({ data: await createBroadcast(caller.workspaceId, id, body) }),
    describe: ({ id, body }) => ({ target: { id, name: body.name }, details: describeBroadcast(body) }),
  },
  createBroadcastFile: {
    run: async ({ caller, id, body }) => ({ data: await createFile(caller.workspaceId, id, body, 'dashboard') }),
  },
  previewBroadcast: async ({ caller, body }) => ({ data: await previewShownBroadcast(caller.workspaceId, body) }),
  testBroadcast: {
    run: async ({ caller, id, body: { to, template } }) => ({
      data: toSendResult(
        await sendMessage(caller.workspaceId, id, {
          to,
          name: undefined,
          content: { type: 'template', template },
          replyToMessageId: undefined,
          reply: { sender: { type: 'member', userId: caller.userId } },
        }),
      ),
    }),
    describe: ({ body }) => ({ details: `template ${body.template.name}` }),
  },
  getBroadcast: async ({ caller, params }) => ({ data: await getShownBroadcast(caller.workspaceId, params.id) }),
  cancelBroadcast: {
    run: async ({ caller, params }) => ({
      data: await cancelBroadcast(caller.workspaceId, params.id, caller.userId),
    }),
    find,
    describe: nameBroadcast,
  },
  sendBroadcastNow: {
    run: async ({ caller, params }) => ({ data: await sendBroadcastNow(caller.workspaceId, params.id) }),
    find,
    describe: nameBroadcast,
  },
  resendBroadcast: {
    run: async ({ caller, id, params, body }) => ({
      data: await resendBroadcast(caller.workspaceId, params.id, id, body),
    }),
    find,
    describe: ({ id, params, body }) => ({
      target: { id, name: body.name },
      details: `those who failed in broadcast ${params.id}`,
    }),
  },
  listBroadcastRecipients: {
    run: ({ caller, params, query, page }) => listShownRecipients(caller.workspaceId, params.id, query, page),
    find,
  },
  startRecipientsExport: {
    run: async (input) => {
      await find(input);
      return { data: { started: true as const } };
    },
    find,
    describe: nameBroadcast,
  },
  listBroadcastFailures: ({ caller, params, page }) => listFailureGroups(caller.workspaceId, params.id, page.after),
} satisfies MemberActs<typeof contract, typeof handlers>;

/** It never names a phone number. */
const describeBroadcast = ({ template, audience, scheduledAt }: NewBroadcast): string =>
  [
    `template ${template.name}`,
    audience.kind === 'segment' ? `segment ${audience.segmentId}` : [],
    audience.kind === 'contacts' ? `${audience.contactIds.length} contacts` : [],
    audience.kind === 'file' ? `file ${audience.fileId}` : [],
    audience.kind === 'numbers' ? `${audience.numbers.length} numbers` : [],
    scheduledAt === undefined ? [] : `at ${scheduledAt}`,
  ]
    .flat()
    .join('; ');
