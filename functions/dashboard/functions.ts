import type { DeployedFunction } from '../model/deployed-function.ts';
import { type Grant, reads, writes } from '../model/grant.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

export interface DashboardFunction extends DeployedFunction {
  path: `/${string}/{proxy+}`;
}

const all: readonly Operation[] = Object.values(operations);

/** Authentication, the audit entry and the idempotency record of each operation. */
const requestGrants: readonly Grant[] = ['table:BatchGetItem', 'table:PutItem', 'table:UpdateItem'];

/** The dashboard administers these alone. Customers' contacts, conversations and messages are out of its reach. */
const kinds = [
  ...(['channelAccount', 'template'] as const),
  ...(['apiKey', 'listedApiKey', 'auditEntry', 'delivery', 'webhook'] as const),
  ...(['invitation', 'invitationByAddress', 'member', 'user', 'workspace'] as const),
];

/** Only `signIn` can read the client's secret at the issuer. */
export const dashboardFunctions: readonly DashboardFunction[] = [
  {
    name: 'signIn',
    path: '/auth/{proxy+}',
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
    path: '/api/{proxy+}',
    entry: 'functions/dashboard/dashboard.ts',
    grants: [
      ...[...new Set([...requestGrants, ...all.flatMap(({ grants }) => grants)])].sort(),
      ...reads('requestRecord', ...kinds, 'broadcast', 'broadcastCounters'),
      ...writes('idempotency', ...kinds),
    ],
  },
];
