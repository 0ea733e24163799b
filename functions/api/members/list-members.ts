import { listAgents } from '../../domain/members/members.ts';
import { handle } from '../handle.ts';
import { listMembers } from './contract.ts';

export const handler = handle(listMembers, ({ caller, page }) => listAgents(caller.workspaceId, page));
