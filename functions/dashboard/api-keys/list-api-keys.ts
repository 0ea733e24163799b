import { listApiKeys } from '../../domain/access/api-keys.ts';
import { handleMember } from '../handle-member.ts';
import * as contract from './contract.ts';

export const handler = handleMember(contract.listApiKeys, ({ caller, page }) => listApiKeys(caller.workspaceId, page));
