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
  method: 'GET',
  path: '/w/{workspace_id}/playground',
  role: 'agent',
  isLocal: true,
  status: 200,
  query: playgroundQuery,
  response: () => z.object({ data: playground }),
});

/** What the simulator plays is no act in the workspace, so it leaves no audit entry. */
export const writeAsCustomer = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/playground/messages',
  role: 'admin',
  isLocal: true,
  status: 202,
  body: newCustomerMessage,
  response: () => z.object({ data: z.object({ message_id: z.string() }) }),
});

export const reportReceipt = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/playground/messages/{message_id}/receipts',
  role: 'admin',
  isLocal: true,
  status: 202,
  params: sentMessageParams,
  body: newReceipt,
  response: () => z.object({ data: z.object({ message_id: z.string(), status: z.enum(receiptStatuses) }) }),
});

export const setPlaygroundWindow = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/playground/windows',
  role: 'admin',
  isLocal: true,
  status: 200,
  body: windowChange,
  response: () => z.object({ data: windowChange }),
});

export const setPlaygroundSwitches = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/playground/switches',
  role: 'admin',
  isLocal: true,
  status: 200,
  body: switchChanges,
  response: () => z.object({ data: playgroundSwitches }),
});

export const createPlaygroundKey = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/playground/keys',
  role: 'admin',
  audit: 'api_key.created',
  isLocal: true,
  status: 201,
  returnsSecret: 'encryption',
  // `revoked`: the prefixes of the earlier keys of the playground, which no longer work.
  response: () => z.object({ data: z.extend(createdApiKey, { revoked: z.array(z.string()) }) }),
});

/** Calls the API with the key, as any server would. The response may hold the secret of a new webhook. */
export const runExample = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/playground/examples/{example}',
  role: 'admin',
  isLocal: true,
  status: 200,
  returnsSecret: 'encryption',
  params: exampleParams,
  body: exampleRun,
  response: () => z.object({ data: exampleResult }),
});
