import { listIntegrations } from '../../domain/webhooks/integrations.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listIntegrations, async ({ caller }) => ({
  data: await listIntegrations(caller.workspaceId),
}));
