import { handler as createApiKey } from './api-keys/create-api-key.ts';
import { handler as listApiKeys } from './api-keys/list-api-keys.ts';
import { handler as revokeApiKey } from './api-keys/revoke-api-key.ts';
import { handler as listAuditEntries } from './audit/list-audit-entries.ts';
import { handler as startAuditExport } from './audit/start-audit-export.ts';
import { handler as connectIntegration } from './integrations/connect-integration.ts';
import { handler as disconnectIntegration } from './integrations/disconnect-integration.ts';
import { handler as getIntegrationTest } from './integrations/get-integration-test.ts';
import { handler as listIntegrations } from './integrations/list-integrations.ts';
import { handler as testIntegration } from './integrations/test-integration.ts';
import { handler as updateIntegration } from './integrations/update-integration.ts';
import { handler as cancelInvitation } from './members/cancel-invitation.ts';
import { handler as createInvitation } from './members/create-invitation.ts';
import { handler as leaveWorkspace } from './members/leave-workspace.ts';
import { handler as listInvitations } from './members/list-invitations.ts';
import { handler as listMembers } from './members/list-members.ts';
import { handler as removeMember } from './members/remove-member.ts';
import { handler as updateMember } from './members/update-member.ts';
import { otherOperations } from './operations.ts';
import { handler as listRunningBroadcasts } from './overview/list-running-broadcasts.ts';
import { handler as createPlaygroundKey } from './playground/create-playground-key.ts';
import { handler as getPlayground } from './playground/get-playground.ts';
import { handler as reportReceipt } from './playground/report-receipt.ts';
import { handler as runExample } from './playground/run-example.ts';
import { handler as setPlaygroundSwitches } from './playground/set-playground-switches.ts';
import { handler as setPlaygroundWindow } from './playground/set-playground-window.ts';
import { handler as writeAsCustomer } from './playground/write-as-customer.ts';
import { handler as listRequests } from './requests/list-requests.ts';
import { serveOperations } from './serve-operations.ts';
import { handler as acceptInvitation } from './session/accept-invitation.ts';
import { handler as declineInvitation } from './session/decline-invitation.ts';
import { handler as endOtherSessions } from './session/end-other-sessions.ts';
import { handler as endSession } from './session/end-session.ts';
import { handler as getSession } from './session/get-session.ts';
import { handler as listSessions } from './session/list-sessions.ts';
import { handler as countRecoverable } from './webhooks/count-recoverable.ts';
import { handler as createWebhook } from './webhooks/create-webhook.ts';
import { handler as deleteWebhook } from './webhooks/delete-webhook.ts';
import { handler as getDelivery } from './webhooks/get-delivery.ts';
import { handler as getWebhook } from './webhooks/get-webhook.ts';
import { handler as getWebhookHealth } from './webhooks/get-webhook-health.ts';
import { handler as listDeliveries } from './webhooks/list-deliveries.ts';
import { handler as listEvents } from './webhooks/list-events.ts';
import { handler as listWebhooks } from './webhooks/list-webhooks.ts';
import { handler as recoverEvents } from './webhooks/recover-events.ts';
import { handler as redeliverEvent } from './webhooks/redeliver-event.ts';
import { handler as rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { handler as updateWebhook } from './webhooks/update-webhook.ts';
import { handler as getUsage } from './workspace/get-usage.ts';
import { handler as getWorkspace } from './workspace/get-workspace.ts';
import { handler as updateWorkspace } from './workspace/update-workspace.ts';

export const handler = serveOperations('dashboard', otherOperations, {
  getSession,
  listSessions,
  endOtherSessions,
  endSession,
  acceptInvitation,
  declineInvitation,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  listIntegrations,
  connectIntegration,
  updateIntegration,
  disconnectIntegration,
  testIntegration,
  getIntegrationTest,
  listWebhooks,
  getWebhook,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  getWebhookHealth,
  listDeliveries,
  getDelivery,
  redeliverEvent,
  countRecoverable,
  recoverEvents,
  listEvents,
  listMembers,
  updateMember,
  removeMember,
  leaveWorkspace,
  listInvitations,
  createInvitation,
  cancelInvitation,
  listAuditEntries,
  startAuditExport,
  getWorkspace,
  updateWorkspace,
  getUsage,
  listRunningBroadcasts,
  getPlayground,
  writeAsCustomer,
  reportReceipt,
  setPlaygroundWindow,
  setPlaygroundSwitches,
  createPlaygroundKey,
  runExample,
  listRequests,
});
