import { listTeamWork } from '../../domain/teams/team-work.ts';
import type { Tenant } from '../../model/access/tenant.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';
import type * as handlers from './handlers.ts';
import { find } from './handlers.ts';

const describe = async (input: { caller: Tenant; params: { id: string } }) => ({
  target: { id: input.params.id, name: (await find(input)).name },
});

export const members = {
  createTeam: { describe: ({ id, body }) => ({ target: { id, name: body.name } }) },
  updateTeam: {
    describe: async (input) => ({
      ...(await describe(input)),
      details: `changed ${Object.keys(input.body).join(', ')}`,
    }),
  },
  deleteTeam: { find, describe },
  listTeamWork: async ({ caller }) => ({ data: await listTeamWork(caller.workspaceId) }),
} satisfies MemberActs<typeof contract, typeof handlers>;
