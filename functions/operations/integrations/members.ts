import {
  connectIntegration,
  disconnectIntegration,
  getConnection,
  getConnectionTest,
  listIntegrations,
  testConnection,
  updateIntegration,
} from '../../domain/webhooks/integrations.ts';
import type { AuditSubject } from '../../model/audit/audit-entry.ts';
import type { Tool } from '../../model/webhooks/integration.ts';
import { shownTo, type WebhookChanges } from '../../model/webhooks/webhook.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  listIntegrations: async ({ caller }) => ({
    data: (await listIntegrations(caller.workspaceId)).map(({ tool, connections }) => ({
      tool,
      connections: connections.map((connection) => shownTo(caller, connection)),
    })),
  }),
  connectIntegration: {
    run: async ({ caller, id, params, body }) => ({
      data: await connectIntegration(caller.workspaceId, id, params.tool, body, caller.name),
    }),
    describe: ({ id, params, body }) => describeConnection({ ...params, id }, body),
  },
  updateIntegration: {
    run: async ({ caller, params, body }) => ({
      data: await updateIntegration(caller.workspaceId, params.tool, params.id, body),
    }),
    find: ({ caller, params }) => getConnection(caller.workspaceId, params.tool, params.id),
    describe: ({ params, body }) => describeConnection(params, body),
  },
  disconnectIntegration: {
    run: async ({ caller, params }) => ({
      data: await disconnectIntegration(caller.workspaceId, params.tool, params.id),
    }),
    describe: ({ params }) => describeConnection(params),
  },
  testIntegration: {
    run: async ({ caller, id, params }) => ({
      data: await testConnection(caller.workspaceId, params.tool, params.id, id),
    }),
    find: ({ caller, params }) => getConnection(caller.workspaceId, params.tool, params.id),
    describe: ({ params }) => describeConnection(params),
  },
  getIntegrationTest: async ({ caller, params }) => ({
    data: await getConnectionTest(caller.workspaceId, params.tool, params.id, params.event_id),
  }),
} satisfies MemberActs<typeof contract>;

/** Names only the host of a URL: its path is often a secret of the tool. */
const describeConnection = (
  { tool, id }: { tool: Tool; id: string },
  { url, events, is_active }: WebhookChanges = {},
): AuditSubject => ({
  target: { id, name: tool },
  details:
    [
      url === undefined ? [] : `host ${URL.parse(url)?.host ?? 'unknown'}`,
      events === undefined ? [] : `events ${events.join(', ')}`,
      is_active === undefined ? [] : `turned ${is_active ? 'on' : 'off'}`,
    ]
      .flat()
      .join('; ') || null,
});
