import * as z from 'zod/mini';
import { createdApiKey } from '../../model/access/api-key.ts';
import {
  exampleParams,
  exampleResult,
  exampleRun,
  newCustomerMessage,
  newReceipt,
  playground,
  playgroundQuery,
  playgroundSwitches,
  receiptStatuses,
  sentMessageParams,
  switchChanges,
  windowChange,
} from '../../model/playground/playground.ts';
import { defineOperation } from '../operation.ts';

export const getPlayground = defineOperation({
  operationId: 'getPlayground',
  method: 'GET',
  path: '/w/{workspace_id}/playground',
  role: 'agent',
  isLocal: true,
  grants: ['table:GetItem'],
  status: 200,
  query: playgroundQuery,
  response: () => z.object({ data: playground }),
});

/** What the simulator plays is no act in the workspace, so it leaves no audit entry. */
export const writeAsCustomer = defineOperation({
  operationId: 'writeAsCustomer',
  method: 'POST',
  path: '/w/{workspace_id}/playground/messages',
  role: 'admin',
  isLocal: true,
  grants: ['table:GetItem'],
  status: 202,
  body: newCustomerMessage,
  response: () => z.object({ data: z.object({ message_id: z.string() }) }),
});

export const reportReceipt = defineOperation({
  operationId: 'reportReceipt',
  method: 'POST',
  path: '/w/{workspace_id}/playground/messages/{message_id}/receipts',
  role: 'admin',
  isLocal: true,
  grants: ['table:GetItem'],
  status: 202,
  params: sentMessageParams,
  body: newReceipt,
  response: () => z.object({ data: z.object({ message_id: z.string(), status: z.enum(receiptStatuses) }) }),
});

export const setPlaygroundWindow = defineOperation({
  operationId: 'setPlaygroundWindow',
  method: 'POST',
  path: '/w/{workspace_id}/playground/windows',
  role: 'admin',
  isLocal: true,
  grants: ['table:GetItem'],
  status: 200,
  body: windowChange,
  response: () => z.object({ data: windowChange }),
});

export const setPlaygroundSwitches = defineOperation({
  operationId: 'setPlaygroundSwitches',
  method: 'POST',
  path: '/w/{workspace_id}/playground/switches',
  role: 'admin',
  isLocal: true,
  grants: ['table:GetItem'],
  status: 200,
  body: switchChanges,
  response: () => z.object({ data: playgroundSwitches }),
});

export const createPlaygroundKey = defineOperation({
  operationId: 'createPlaygroundKey',
  method: 'POST',
  path: '/w/{workspace_id}/playground/keys',
  role: 'admin',
  audit: 'api_key.created',
  isLocal: true,
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:Query',
    'table:PutItem',
    'table:UpdateItem',
    'table:DeleteItem',
    'table:ConditionCheckItem',
    'secret:encryption',
  ],
  status: 201,
  returnsSecret: true,
  // `revoked`: the prefixes of the earlier keys of the playground, which no longer work.
  response: () => z.object({ data: z.extend(createdApiKey, { revoked: z.array(z.string()) }) }),
});

/** Acts by the key, as any server would. The response may hold the secret of a new webhook. */
export const runExample = defineOperation({
  operationId: 'runExample',
  method: 'POST',
  path: '/w/{workspace_id}/playground/examples/{example}',
  role: 'admin',
  isLocal: true,
  grants: ['secret:encryption'],
  status: 200,
  returnsSecret: true,
  params: exampleParams,
  body: exampleRun,
  response: () => z.object({ data: exampleResult }),
});
