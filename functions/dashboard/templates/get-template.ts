import { getTemplate } from '../../domain/templates/list-templates.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.getTemplate, async ({ caller, params }) => ({
  data: await getTemplate(caller.workspaceId, params.name, params.language),
}));
