import { contactResponses } from '../../domain/access/contact-responses.ts';
import { describeReply, replyAs } from '../../domain/inbox/reply.ts';
import type { SendActs } from '../act.ts';
import type * as contract from './contract.ts';
import { find } from './handlers.ts';

export const sends = {
  replyToConversation: {
    run: async ({ caller, id, params, body }) => ({ data: await replyAs(caller, params.id, id, body) }),
    find,
    describe: ({ caller, params, body }) => describeReply(caller, params.id, body.status),
    responses: contactResponses,
  },
} satisfies SendActs<typeof contract>;
