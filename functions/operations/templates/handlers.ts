import { getSendableTemplate, listSendableTemplates } from '../../domain/templates/sendable-templates.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const listTemplates = {
  run: ({ caller, query, page }) => listSendableTemplates(caller.workspaceId, query, page),
} satisfies Act<typeof contract.listTemplates>;

export const getTemplate = {
  run: async ({ caller, params }) => ({ data: await getSendableTemplate(caller.workspaceId, params) }),
} satisfies Act<typeof contract.getTemplate>;
