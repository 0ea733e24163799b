import { getWorkspace, updateWorkspace } from '../../domain/workspaces/workspaces.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.updateWorkspace,
  async ({ caller, body }) => ({ data: await updateWorkspace(caller.workspaceId, body) }),
  {
    describe: async ({ caller, body }) => {
      const { id, name, default_country } = await getWorkspace(caller.workspaceId);
      const changes = [
        ...(body.name === undefined ? [] : [`name: ${name} → ${body.name}`]),
        ...(body.default_country === undefined ? [] : [`country: ${default_country} → ${body.default_country}`]),
      ];
      return { target: { id, name }, details: changes.join('; ') };
    },
  },
);
