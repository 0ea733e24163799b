import { getContact, updateContact } from '../../domain/contacts/contacts.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(
  contract.removeContactTags,
  async ({ caller, params, body }) => ({
    data: await updateContact(caller.workspaceId, params.id, { removedTags: body.tags }),
  }),
  ({ caller, params }) => getContact(caller.workspaceId, params.id),
);
