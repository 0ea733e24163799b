import { listFailedMessages } from '../../domain/messages/list-failed.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listFailedMessages, ({ caller, query, page, baseUrl }) =>
  listFailedMessages(caller.workspaceId, query, page, baseUrl()),
);
