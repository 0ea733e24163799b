import { getSendableTemplate } from '../../domain/templates/sendable-templates.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getTemplate, async ({ caller, params }) => ({
  data: await getSendableTemplate(caller.workspaceId, params),
}));
