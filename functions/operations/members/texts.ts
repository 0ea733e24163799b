import { agent } from '../../model/members/member.ts';
import { ids } from '../samples.ts';
import type { AreaTexts } from '../texts.ts';

export const texts: AreaTexts = {
  description: 'The people of a workspace, to whom conversations are assigned.',
  components: {
    Member: {
      schema: agent,
      description: 'A person who works in the dashboard of the workspace.',
      fields: {
        id: 'Id of the member, as in `assigned_agent_id` of a conversation.',
        name: 'Name of the member.',
        role: 'What the member may do in the dashboard.',
      },
    },
  },
  operations: {
    listMembers: {
      summary: 'List members',
      row: 'list the members to whom conversations can be assigned',
      description: 'Lists the members of the workspace. It shows no e-mail addresses.',
      client: { call: 'members.list' },
      response: {
        data: 'Member',
        examples: {
          200: { data: [{ id: ids.member, name: 'Olivia Reyes', role: 'agent' }], meta: { next_cursor: null } },
        },
      },
    },
  },
};
