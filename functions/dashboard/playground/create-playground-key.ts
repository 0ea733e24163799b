import { createPlaygroundKey } from '../../domain/playground/create-key.ts';
import { playgroundScopes } from '../../model/playground/playground.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

const scopes = playgroundScopes.join(', ');

export const handler = handleMember(
  contract.createPlaygroundKey,
  async ({ caller, id }) => ({ data: await createPlaygroundKey(caller.workspaceId, id, caller.name) }),
  {
    describe: ({ id }) => ({ target: { id, name: 'Playground' }, details: scopes }),
    describeResult: ({ data }) => ({
      details: [scopes, ...data.revoked.map((prefix) => `revoked ${prefix}…`)].join('; '),
    }),
  },
);
