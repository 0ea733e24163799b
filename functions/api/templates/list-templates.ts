import { listSendableTemplates } from '../../domain/templates/sendable-templates.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listTemplates, ({ caller, query, page }) =>
  listSendableTemplates(caller.workspaceId, query, page),
);
