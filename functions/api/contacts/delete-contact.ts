import { eraseContact } from '../../domain/erasures/erase-contact.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.deleteContact, async ({ caller, params }) => ({
  data: await eraseContact(caller.workspaceId, params.id, { kind: 'key', user_id: null, name: caller.keyName }),
}));
