import { listResponse } from '../../model/page.ts';
import { requestQuery, requestRecord } from '../../model/request-record.ts';
import { defineOperation } from '../operation.ts';

export const listRequests = defineOperation({
  operationId: 'listRequests',
  method: 'GET',
  path: '/w/{workspace_id}/requests',
  role: 'agent',
  grants: ['table:Query', 'table:BatchGetItem', 'table:GetItem'],
  status: 200,
  paged: true,
  query: requestQuery,
  response: () => listResponse(requestRecord),
});
