import { requestQuery, requestRecord } from '../../model/access/request-record.ts';
import { listResponse } from '../../model/page.ts';
import { defineOperation } from '../operation.ts';

export const listRequests = defineOperation({
  method: 'GET',
  path: '/requests',
  paged: true,
  query: requestQuery,
  response: () => listResponse(requestRecord),
  member: { role: 'agent' },
});
