import { listMessages } from '../../domain/conversations/conversations.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listMessages, ({ caller, params, page, baseUrl }) =>
  listMessages(caller.workspaceId, params.id, page, baseUrl()),
);
