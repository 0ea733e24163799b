import { getTemplate, listTemplates } from '../../domain/templates/list-templates.ts';
import { syncTemplates } from '../../domain/templates/templates.ts';
import { handleOperations } from '../handle-operation.ts';
import * as contract from './contract.ts';

export const routes = handleOperations(contract, {
  listTemplates: ({ caller, query, page }) => listTemplates(caller.workspaceId, query, page),
  getTemplate: async ({ caller, params }) => ({
    data: await getTemplate(caller.workspaceId, params.name, params.language),
  }),
  syncTemplates: {
    run: async ({ caller }) => ({ data: await syncTemplates(caller.workspaceId) }),
    describe: () => ({ target: { id: 'msgapp', name: 'msgapp' } }),
    describeResult: ({ data: { added, changed, removed } }) => ({
      details: `${added} new, ${changed} changed, ${removed} gone`,
    }),
  },
});
