import type { OperationId } from '../../functions/dashboard/operations.ts';

/** The address of each operation. A test compares it with the table in functions/dashboard. */
export const routes = {
  getSession: 'GET /session',
  listSessions: 'GET /sessions',
  endOtherSessions: 'DELETE /sessions',
  endSession: 'DELETE /sessions/{session_id}',
  acceptInvitation: 'POST /invitations/{workspace_id}',
  declineInvitation: 'DELETE /invitations/{workspace_id}',
  listApiKeys: 'GET /w/{workspace_id}/api-keys',
  createApiKey: 'POST /w/{workspace_id}/api-keys',
  revokeApiKey: 'DELETE /w/{workspace_id}/api-keys/{id}',
  listIntegrations: 'GET /w/{workspace_id}/integrations',
  connectIntegration: 'POST /w/{workspace_id}/integrations/{tool}',
  updateIntegration: 'PATCH /w/{workspace_id}/integrations/{tool}/{id}',
  disconnectIntegration: 'DELETE /w/{workspace_id}/integrations/{tool}/{id}',
  testIntegration: 'POST /w/{workspace_id}/integrations/{tool}/{id}/tests',
  getIntegrationTest: 'GET /w/{workspace_id}/integrations/{tool}/{id}/tests/{event_id}',
  listChannels: 'GET /w/{workspace_id}/channels',
  connectMsgapp: 'POST /w/{workspace_id}/channels/msgapp',
  connectSocial: 'POST /w/{workspace_id}/channels/social',
  connectWeb: 'POST /w/{workspace_id}/channels/web',
  createWebSecret: 'POST /w/{workspace_id}/channels/web/secrets',
  disconnectChannel: 'DELETE /w/{workspace_id}/channels/{channel}',
  listTemplates: 'GET /w/{workspace_id}/templates',
  getTemplate: 'GET /w/{workspace_id}/templates/{name}/{language}',
  syncTemplates: 'POST /w/{workspace_id}/templates/sync',
  listWebhooks: 'GET /w/{workspace_id}/webhooks',
  getWebhook: 'GET /w/{workspace_id}/webhooks/{id}',
  createWebhook: 'POST /w/{workspace_id}/webhooks',
  updateWebhook: 'PATCH /w/{workspace_id}/webhooks/{id}',
  deleteWebhook: 'DELETE /w/{workspace_id}/webhooks/{id}',
  rotateWebhookSecret: 'POST /w/{workspace_id}/webhooks/{id}/rotate-secret',
  getWebhookHealth: 'GET /w/{workspace_id}/webhooks/{id}/health',
  listDeliveries: 'GET /w/{workspace_id}/webhooks/{id}/deliveries',
  getDelivery: 'GET /w/{workspace_id}/webhooks/{id}/deliveries/{event_id}',
  redeliverEvent: 'POST /w/{workspace_id}/webhooks/{id}/deliveries/{event_id}/redeliver',
  countRecoverable: 'GET /w/{workspace_id}/webhooks/{id}/recoverable',
  recoverEvents: 'POST /w/{workspace_id}/webhooks/{id}/recover',
  listEvents: 'GET /w/{workspace_id}/events',
  listMembers: 'GET /w/{workspace_id}/members',
  updateMember: 'PATCH /w/{workspace_id}/members/{user_id}',
  removeMember: 'DELETE /w/{workspace_id}/members/{user_id}',
  leaveWorkspace: 'DELETE /w/{workspace_id}/members/me',
  listInvitations: 'GET /w/{workspace_id}/invitations',
  createInvitation: 'POST /w/{workspace_id}/invitations',
  cancelInvitation: 'DELETE /w/{workspace_id}/invitations/{id}',
  listAuditEntries: 'GET /w/{workspace_id}/audit-log',
  startAuditExport: 'POST /w/{workspace_id}/audit-log/exports',
  getWorkspace: 'GET /w/{workspace_id}/workspace',
  updateWorkspace: 'PATCH /w/{workspace_id}/workspace',
  getUsage: 'GET /w/{workspace_id}/usage',
  listRunningBroadcasts: 'GET /w/{workspace_id}/overview/broadcasts',
  getPlayground: 'GET /w/{workspace_id}/playground',
  writeAsCustomer: 'POST /w/{workspace_id}/playground/messages',
  reportReceipt: 'POST /w/{workspace_id}/playground/messages/{message_id}/receipts',
  setPlaygroundWindow: 'POST /w/{workspace_id}/playground/windows',
  setPlaygroundSwitches: 'POST /w/{workspace_id}/playground/switches',
  createPlaygroundKey: 'POST /w/{workspace_id}/playground/keys',
  runExample: 'POST /w/{workspace_id}/playground/examples/{example}',
  listRequests: 'GET /w/{workspace_id}/requests',
} as const satisfies Record<OperationId, `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`>;

type ParameterNames<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParameterNames<Rest> : never;

export type Params<Id extends OperationId> = Record<ParameterNames<(typeof routes)[Id]>, string>;

/** The workspace may be left out where the current one is filled in. */
export type GivenParams<Id extends OperationId> = (typeof routes)[Id] extends `${string} /w/{workspace_id}${string}`
  ? Record<Exclude<keyof Params<Id>, 'workspace_id'>, string> & { workspace_id?: string }
  : Params<Id>;

export const isInWorkspace = (id: OperationId): boolean => routes[id].includes(' /w/{workspace_id}/');

export const methodOf = (id: OperationId): string => routes[id].slice(0, routes[id].indexOf(' '));

/** `input` becomes the query of a GET; undefined values are left out. */
export const urlOf = (id: OperationId, params: Record<string, string>, input?: Record<string, unknown>): string => {
  const path = routes[id]
    .slice(routes[id].indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(required(params, name)));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value));
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
};

const required = (params: Record<string, string>, name: string): string => {
  const value = params[name];
  if (!value) throw new Error(`The path parameter "${name}" is missing.`);
  return value;
};
