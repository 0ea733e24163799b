import * as teams from '../../domain/teams/teams.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import type { Act } from '../act.ts';
import type * as contract from './contract.ts';

export const find = ({ caller, params }: { caller: Tenant; params: { id: string } }) =>
  teams.getTeam(caller.workspaceId, params.id);

export const listTeams = {
  run: ({ caller, page }) => teams.listTeams(caller.workspaceId, page),
} satisfies Act<typeof contract.listTeams>;

export const createTeam = {
  run: async ({ caller, id, body }) => ({ data: await teams.createTeam(caller.workspaceId, id, body) }),
} satisfies Act<typeof contract.createTeam>;

export const getTeam = {
  run: async (input) => ({ data: await find(input) }),
} satisfies Act<typeof contract.getTeam>;

export const updateTeam = {
  run: async ({ caller, params, body }) => ({ data: await teams.updateTeam(caller.workspaceId, params.id, body) }),
  find,
} satisfies Act<typeof contract.updateTeam>;

export const deleteTeam = {
  run: async ({ caller, params }) => ({ data: await teams.deleteTeam(caller.workspaceId, params.id) }),
} satisfies Act<typeof contract.deleteTeam>;
