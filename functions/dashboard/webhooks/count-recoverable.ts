import { countRecoverable } from '../../domain/deliveries/recover.ts';
import { getWebhook } from '../../domain/webhooks/webhooks.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.countRecoverable,
  async ({ caller, params, query }) => ({
    data: await countRecoverable(caller.workspaceId, params.id, query.since),
  }),
  { find: ({ caller, params }) => getWebhook(caller.workspaceId, params.id) },
);
