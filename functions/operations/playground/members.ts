import {
  createPlaygroundKey,
  getAccountOfMessage,
  getPlayground,
  reportReceipt,
  setWindow,
  writeAsCustomer,
} from '../../domain/playground/playground.ts';
import { runExample } from '../../domain/playground/run-example.ts';
import { setSwitches } from '../../domain/playground/switches.ts';
import { playgroundScopes } from '../../model/playground/playground.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

const scopes = playgroundScopes.join(', ');

export const members = {
  getPlayground: async ({ caller, query }) => ({ data: await getPlayground(caller.workspaceId, query) }),
  writeAsCustomer: async ({ caller, body }) => ({ data: await writeAsCustomer(caller.workspaceId, body) }),
  reportReceipt: {
    run: async ({ caller, params, body }) => ({
      data: await reportReceipt(caller.workspaceId, params.message_id, body),
    }),
    find: ({ caller, params }) => getAccountOfMessage(caller.workspaceId, params.message_id),
  },
  setPlaygroundWindow: async ({ caller, body }) => ({ data: await setWindow(caller.workspaceId, body) }),
  setPlaygroundSwitches: async ({ caller, body }) => ({ data: await setSwitches(caller.workspaceId, body) }),
  createPlaygroundKey: {
    run: async ({ caller, id }) => ({ data: await createPlaygroundKey(caller.workspaceId, id, caller.name) }),
    describe: ({ id }) => ({ target: { id, name: 'Playground' }, details: scopes }),
    describeResult: ({ data }) => ({
      details: [scopes, ...data.revoked.map((prefix) => `revoked ${prefix}…`)].join('; '),
    }),
  },
  runExample: async ({ id, params, body }) => ({ data: await runExample(params.example, body, id) }),
} satisfies MemberActs<typeof contract>;
