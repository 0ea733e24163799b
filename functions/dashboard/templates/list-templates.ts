import { listTemplates } from '../../domain/templates/list-templates.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listTemplates, ({ caller, query, page }) =>
  listTemplates(caller.workspaceId, query, page),
);
