import * as z from 'zod/mini';
import { calls, manages, reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { newTeam, team, teamChanges, teamWork } from '../../model/teams/team.ts';
import { defineOperation } from '../operation.ts';

const teamResponse = () => z.object({ data: team });

export const listTeams = defineOperation({
  method: 'GET',
  path: '/teams',
  paged: true,
  response: () => listResponse(team),
  key: { access: 'conversations:read', grants: [...calls('Query'), ...reads('team')] },
  member: { role: 'agent' },
});

export const createTeam = defineOperation({
  method: 'POST',
  path: '/teams',
  status: 201,
  body: newTeam,
  response: teamResponse,
  key: {
    access: 'conversations:write',
    grants: [
      ...calls('BatchGetItem', 'Query', 'PutItem', 'UpdateItem'),
      ...reads('member'),
      ...writes('assigningTeam'),
      ...manages('team'),
    ],
  },
  member: { role: 'admin', audit: 'team.created' },
});

export const getTeam = defineOperation({
  method: 'GET',
  path: '/teams/{id}',
  params: idParams,
  response: teamResponse,
  key: { access: 'conversations:read', grants: [...calls('GetItem'), ...reads('team')] },
  member: { role: 'agent' },
});

export const updateTeam = defineOperation({
  method: 'PATCH',
  path: '/teams/{id}',
  params: idParams,
  body: teamChanges,
  response: teamResponse,
  key: {
    access: 'conversations:write',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'),
      ...reads('member'),
      ...writes('assigningTeam'),
      ...manages('team'),
    ],
  },
  member: { role: 'admin', audit: 'team.changed' },
});

export const deleteTeam = defineOperation({
  method: 'DELETE',
  path: '/teams/{id}',
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
  key: {
    access: 'conversations:write',
    grants: [...calls('Query', 'UpdateItem', 'DeleteItem'), ...writes('assigningTeam'), ...manages('team')],
  },
  member: { role: 'admin', audit: 'team.deleted' },
});

/** If `is_exact` is false, there is at least as much. */
export const listTeamWork = defineOperation({
  method: 'GET',
  path: '/inbox/teams',
  response: () => z.object({ data: z.object({ teams: z.array(teamWork), is_exact: z.boolean() }) }),
  member: { role: 'agent' },
});
