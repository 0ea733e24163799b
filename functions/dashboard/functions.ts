import type { DeployedFunction } from '../model/deployed-function.ts';
import { type Grant, reads, writes } from '../model/grant.ts';
import type { Operation } from './operation.ts';
import { channelOperations, otherOperations } from './operations.ts';

export interface DashboardFunction extends DeployedFunction {
  /** Of the HTTP API, which prefers the more specific one. */
  paths: readonly `/${string}`[];
}

/** Authentication, the audit entry and the idempotency record of each operation. */
const requestGrants: readonly Grant[] = ['table:BatchGetItem', 'table:PutItem', 'table:UpdateItem'];

const toGrants = (operations: Readonly<Record<string, Operation>>): Grant[] =>
  [...new Set([...requestGrants, ...Object.values(operations).flatMap(({ grants }) => grants)])].sort();

/** The dashboard administers these alone. Customers' contacts, conversations and messages are out of its reach. */
const kinds = [
  ...(['apiKey', 'listedApiKey', 'auditEntry', 'delivery', 'webhook'] as const),
  ...(['invitation', 'invitationByAddress', 'member', 'user', 'workspace'] as const),
];

const channelKinds = ['channelAccount', 'member', 'template', 'user', 'workspace'] as const;

/** Only `signIn` can read the client's secret at the issuer, and only `dashboardChannels` the secrets of channels. */
export const dashboardFunctions: readonly DashboardFunction[] = [
  {
    name: 'signIn',
    paths: ['/auth/{proxy+}'],
    entry: 'functions/dashboard/sign-in.ts',
    grants: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'table:DeleteItem',
      'table:ConditionCheckItem',
      ...reads('identity', 'invitationByAddress', 'member', 'signIn', 'user', 'workspace'),
      ...writes('auditEntry', 'identity', 'invitation', 'invitationByAddress', 'member', 'signIn', 'user', 'workspace'),
      'secret:oidc',
    ],
  },
  {
    name: 'dashboard',
    paths: ['/api/{proxy+}'],
    entry: 'functions/dashboard/dashboard.ts',
    grants: [
      ...toGrants(otherOperations),
      ...reads('requestRecord', 'refusedCall', ...kinds, 'broadcast', 'broadcastCounters'),
      ...writes('idempotency', ...kinds),
    ],
  },
  {
    name: 'dashboardChannels',
    paths: (['channels', 'templates'] as const).flatMap(
      (noun) => [`/api/w/{workspace_id}/${noun}`, `/api/w/{workspace_id}/${noun}/{proxy+}`] as const,
    ),
    entry: 'functions/dashboard/dashboard-channels.ts',
    grants: [
      ...toGrants(channelOperations),
      ...reads(...channelKinds),
      ...writes('auditEntry', 'businessNumber', 'idempotency', ...channelKinds),
    ],
  },
];
