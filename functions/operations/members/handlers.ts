import { listAgents } from '../../domain/members/members.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const listMembers = {
  run: ({ caller, page }) => listAgents(caller.workspaceId, page),
} satisfies Act<typeof contract.listMembers>;
