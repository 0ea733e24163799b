import { listContacts } from '../../domain/contacts/list-contacts.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listContacts, ({ caller, query, page }) =>
  listContacts(caller.workspaceId, query, page),
);
