import { agent } from '../../../functions/model/members/member.ts';
import type { AreaDoc } from '../area.ts';
import { ids } from './samples.ts';

export const members: AreaDoc = {
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
      description: 'Lists the members of the workspace. It shows no e-mail addresses.',
      response: {
        data: 'Member',
        examples: {
          200: { data: [{ id: ids.member, name: 'Olivia Reyes', role: 'agent' }], meta: { next_cursor: null } },
        },
      },
    },
  },
};
