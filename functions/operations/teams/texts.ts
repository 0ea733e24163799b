import { autoAssign, autoAssignChanges, newTeam, team, teamChanges } from '../../model/teams/team.ts';
import { ids, times } from '../samples.ts';
import type { AreaTexts, FieldDoc } from '../texts.ts';

const teamSample = {
  id: ids.team,
  name: 'Billing',
  color: '#3b82f6',
  member_ids: [ids.member],
  auto_assign: { is_on: false, open_max: 10 },
  office_hours: null,
  created_at: times.created,
  updated_at: times.updated,
};

const id = 'Id of the team.';

const fields: Record<string, FieldDoc> = {
  name: 'Name of the team, unique in the workspace, ignoring case. Spaces around it are removed.',
  color: 'Color in which to show the team. The service picks one for a new team.',
  member_ids: 'Ids of the members of the team, from `GET /members`. They replace those from before.',
  auto_assign:
    'Whether the team gives its conversations to its members by turns, and how many open ones a member may have.',
  office_hours: 'When the team is there. Null, as for a new team, stands for the office hours of the workspace.',
};

export const texts: AreaTexts = {
  description: 'Members who answer certain conversations together. A conversation has at most one team.',
  components: {
    Team: {
      schema: team,
      description: 'Members who answer certain conversations together.',
      fields: {
        id: 'Id of the team, as in `team_id` of a conversation.',
        name: 'Name of the team.',
        color: 'Color in which to show the team.',
        member_ids: 'Ids of the members of the team.',
        auto_assign: 'How the team gives its conversations to its members.',
        office_hours: 'When the team is there. Null stands for the office hours of the workspace.',
        created_at: 'When the team was created.',
        updated_at: 'When the team last changed.',
      },
    },
    AutoAssign: {
      schema: autoAssign,
      description: 'How a team gives its conversations to its members.',
      fields: {
        is_on: 'Whether it gives conversations that wait to members who are present, by turns.',
        open_max: 'A member with so many open conversations gets no further one.',
      },
    },
    AutoAssignChanges: {
      schema: autoAssignChanges,
      description: 'How a team gives its conversations to its members. Fields that are left out stay as they are.',
      fields: {
        is_on: 'Whether it gives conversations that wait to members who are present, by turns. False for a new team.',
        open_max: 'A member with so many open conversations gets no further one. 10 for a new team.',
      },
    },
    NewTeam: { schema: newTeam, description: 'A team to create.', fields },
    TeamChanges: {
      schema: teamChanges,
      description: 'The fields of a team to change. Fields that are left out stay as they are.',
      fields,
    },
  },
  operations: {
    listTeams: {
      summary: 'List teams',
      row: 'list the teams to which conversations can be assigned',
      description: 'Lists the teams of the workspace, newest first.',
      client: { call: 'teams.list' },
      response: { data: 'Team', examples: { 200: { data: [teamSample], meta: { next_cursor: null } } } },
    },
    createTeam: {
      summary: 'Create a team',
      row: 'create a team; at most 50',
      description: 'Creates a team. A name that another team has, and a 51st team, are a `bad_request`.',
      client: { call: 'teams.create' },
      request: {
        schema: 'NewTeam',
        examples: { team: { summary: 'A team', value: { name: 'Billing', color: '#3b82f6' } } },
      },
      response: { data: 'Team', examples: { 201: { data: teamSample } } },
    },
    getTeam: {
      summary: 'Get a team',
      row: 'one team with its members',
      description: 'Returns one team with the ids of its members.',
      client: { call: 'teams.get' },
      parameters: { id },
      response: { data: 'Team', examples: { 200: { data: teamSample } } },
    },
    updateTeam: {
      summary: 'Update a team',
      row: 'update the fields present',
      description: 'Changes the fields that are present.',
      client: { call: 'teams.update' },
      parameters: { id },
      request: {
        schema: 'TeamChanges',
        examples: {
          rename: { summary: 'Rename a team', value: { name: 'Invoices' } },
          assign: { summary: 'Assign by turns', value: { auto_assign: { is_on: true, open_max: 5 } } },
        },
      },
      response: { data: 'Team', examples: { 200: { data: { ...teamSample, name: 'Invoices' } } } },
    },
    deleteTeam: {
      summary: 'Delete a team',
      row: 'delete a team; its conversations stay, without a team',
      description: 'Deletes a team. Its conversations stay as they are, without a team.',
      client: { call: 'teams.delete', comment: 'The conversations of the team stay, without a team.' },
      parameters: { id },
      response: { data: 'Deleted', examples: { 200: { data: { id: ids.team, deleted: true } } } },
    },
  },
};
