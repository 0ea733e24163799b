import { reads } from '../../model/grant.ts';
import { agent } from '../../model/members/member.ts';
import { listResponse } from '../../model/page.ts';
import { defineEndpoint } from '../endpoint.ts';

export const listMembers = defineEndpoint({
  operationId: 'listMembers',
  method: 'GET',
  path: '/members',
  summary: 'List members',
  access: 'conversations:read',
  grants: ['table:Query', ...reads('member')],
  status: 200,
  paged: true,
  response: () => listResponse(agent),
});
