import { listSentMessages, listShownFailedMessages } from '../../domain/messages/list-messages.ts';
import { env } from '../../platform/env.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';

export const members = {
  listFailedMessages: ({ caller, query, page }) =>
    listShownFailedMessages(caller.workspaceId, query, page, env.apiBaseUrl()),
  listSentMessages: ({ caller, query, page }) => listSentMessages(caller.workspaceId, query, page, env.apiBaseUrl()),
} satisfies MemberActs<typeof contract, typeof handlers>;
