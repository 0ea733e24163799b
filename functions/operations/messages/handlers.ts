import { listFailedMessages as list } from '../../domain/messages/list-messages.ts';
import { sendMessage as send } from '../../domain/messages/send-message.ts';
import { toSendResult } from '../../domain/messages/send-outcome.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const listFailedMessages = {
  run: ({ caller, query, page, baseUrl }) => list(caller.workspaceId, query, page, baseUrl()),
} satisfies Act<typeof contract.listFailedMessages>;

export const sendMessage = {
  run: async ({ caller, id, body }) => ({ data: toSendResult(await send(caller.workspaceId, id, body)) }),
} satisfies Act<typeof contract.sendMessage>;
