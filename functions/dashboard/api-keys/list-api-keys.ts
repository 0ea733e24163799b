import { listApiKeysWithRefusals } from '../../domain/access/request-records.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listApiKeys, ({ caller, page }) =>
  listApiKeysWithRefusals(caller.workspaceId, page),
);
