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
  path: '/playground',
  query: playgroundQuery,
  response: () => z.object({ data: playground }),
  member: { role: 'agent', isLocal: true },
});

/** The simulator's play is no act in the workspace, so it leaves no audit entry. */
export const writeAsCustomer = defineOperation({
  method: 'POST',
  path: '/playground/messages',
  status: 202,
  body: newCustomerMessage,
  response: () => z.object({ data: z.object({ message_id: z.string() }) }),
  member: { role: 'admin', isLocal: true },
});

export const reportReceipt = defineOperation({
  method: 'POST',
  path: '/playground/messages/{message_id}/receipts',
  status: 202,
  params: sentMessageParams,
  body: newReceipt,
  response: () => z.object({ data: z.object({ message_id: z.string(), status: z.enum(receiptStatuses) }) }),
  member: { role: 'admin', isLocal: true },
});

export const setPlaygroundWindow = defineOperation({
  method: 'POST',
  path: '/playground/windows',
  body: windowChange,
  response: () => z.object({ data: windowChange }),
  member: { role: 'admin', isLocal: true },
});

export const setPlaygroundSwitches = defineOperation({
  method: 'POST',
  path: '/playground/switches',
  body: switchChanges,
  response: () => z.object({ data: playgroundSwitches }),
  member: { role: 'admin', isLocal: true },
});

export const createPlaygroundKey = defineOperation({
  method: 'POST',
  path: '/playground/keys',
  status: 201,
  returnsSecret: 'encryption',
  // `revoked`: the prefixes of the earlier keys of the playground, which no longer work.
  response: () => z.object({ data: z.extend(createdApiKey, { revoked: z.array(z.string()) }) }),
  member: { role: 'admin', audit: 'api_key.created', isLocal: true },
});

/** Calls the API with the key, as any server would. The response may hold the secret of a new webhook. */
export const runExample = defineOperation({
  method: 'POST',
  path: '/playground/examples/{example}',
  params: exampleParams,
  body: exampleRun,
  returnsSecret: 'encryption',
  response: () => z.object({ data: exampleResult }),
  member: { role: 'admin', isLocal: true },
});
