import { getContact } from '../../domain/contacts/contacts.ts';
import { describeFirstMessage, messageContact } from '../../domain/inbox/reply.ts';
import type { SendActs } from '../act.ts';
import type * as contract from './contract.ts';

export const sends = {
  messageContact: {
    run: async ({ caller, id, params, body }) => ({
      data: await messageContact(caller, params.id, id, body.template),
    }),
    find: ({ caller, params }) => getContact(caller.workspaceId, params.id),
    describe: ({ caller, params }) => describeFirstMessage(caller, params.id),
    describeResult: ({ data: { conversation_id: id } }) => ({ target: { id, name: id } }),
  },
} satisfies SendActs<typeof contract>;
