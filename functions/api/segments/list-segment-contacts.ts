import { listSegmentContacts } from '../../domain/segments/members.ts';
import { handle } from '../handle.ts';
import * as contract from './contract.ts';

export const handler = handle(contract.listSegmentContacts, ({ caller, params, page }) =>
  listSegmentContacts(caller.workspaceId, params.id, page),
);
