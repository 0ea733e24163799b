import * as replies from '../../domain/inbox/saved-replies.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  listSavedReplies: async ({ caller }) => ({ data: await replies.listSavedReplies(caller) }),
  createSavedReply: {
    run: async ({ caller, id, body }) => ({ data: await replies.createSavedReply(caller, id, body) }),
    describe: ({ id, body }) => ({ target: { id, name: body.name } }),
  },
  updateSavedReply: {
    run: async ({ caller, params, body }) => ({ data: await replies.updateSavedReply(caller, params.id, body) }),
    find: ({ caller, params }) => replies.getSavedReply(caller, params.id),
    describeResult: ({ data: { id, name } }) => ({ target: { id, name } }),
  },
  deleteSavedReply: {
    run: async ({ caller, params }) => ({ data: await replies.deleteSavedReply(caller, params.id) }),
    describe: async ({ caller, params: { id } }) => ({
      target: { id, name: (await replies.getSavedReply(caller, id)).name },
    }),
  },
} satisfies MemberActs<typeof contract>;
