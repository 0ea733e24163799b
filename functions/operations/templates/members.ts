import { getTemplate, listTemplates } from '../../domain/templates/list-templates.ts';
import { syncTemplates } from '../../domain/templates/templates.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';

export const members = {
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
} satisfies MemberActs<typeof contract, typeof handlers>;
