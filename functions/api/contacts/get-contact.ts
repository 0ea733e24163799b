import { getContact } from '../../domain/contacts/contacts.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.getContact, async ({ caller, params }) => ({
  data: await getContact(caller.workspaceId, params.id),
}));
