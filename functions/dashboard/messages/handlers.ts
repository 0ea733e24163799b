import { listShownFailedMessages } from '../../domain/messages/list-failed.ts';
import { env } from '../../platform/env.ts';
import { handleOperations } from '../handle-operation.ts';
import * as contract from './contract.ts';

export const routes = handleOperations(contract, {
  listFailedMessages: ({ caller, query, page }) =>
    listShownFailedMessages(caller.workspaceId, query, page, env.apiBaseUrl()),
});
