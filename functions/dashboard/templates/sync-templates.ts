import { syncTemplates } from '../../domain/templates/templates.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(
  contract.syncTemplates,
  async ({ caller }) => ({ data: await syncTemplates(caller.workspaceId) }),
  {
    describe: () => ({ target: { id: 'msgapp', name: 'msgapp' } }),
    describeResult: ({ data: { added, changed, removed } }) => ({
      details: `${added} new, ${changed} changed, ${removed} gone`,
    }),
  },
);
