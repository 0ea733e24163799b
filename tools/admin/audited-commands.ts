export interface AuditedCommand {
  action: string;
  /** The input that names the target, until the result does. */
  target?: string;
  /** Inputs that the entry repeats. Never one that may hold a secret, such as a token or the path of a URL. */
  details?: readonly string[];
  /** The workspace does not exist before the act. */
  isCreation?: boolean;
}

/**
 * Every command that changes a workspace. Where a member can do the same in the dashboard, the action has the same name.
 * Without a workspace in its input, a command leaves no entry.
 */
export const auditedCommands: Readonly<Record<string, AuditedCommand>> = {
  'workspace create': { action: 'workspace.created', target: 'workspaceId', details: ['country'], isCreation: true },
  'workspace update': {
    action: 'workspace.updated',
    target: 'workspaceId',
    details: ['messagesPerMonth', 'subscription', 'country', 'optOutKeywords', 'optInKeywords'],
  },
  'key create': { action: 'api_key.created', details: ['name', 'scopes', 'expiresAt', 'network'] },
  'key import': { action: 'api_key.imported', details: ['name', 'scopes', 'expiresAt', 'network'] },
  'key revoke': { action: 'api_key.revoked', target: 'keyId' },
  'channel connect msgapp': { action: 'channel.connected', target: 'phoneNumberId', details: ['wabaId'] },
  'channel connect social': { action: 'channel.connected', target: 'accountId' },
  'channel connect web': { action: 'channel.connected', target: 'accountId' },
  'channel disconnect': { action: 'channel.disconnected', target: 'channel' },
  'contact import': { action: 'contact.imported', target: 'file', details: ['onExisting'] },
  'contact export': { action: 'contact.exported', target: 'contact' },
  'contact erase': { action: 'contact.erased', target: 'contact' },
  'template sync': { action: 'template.synced' },
  'broadcast cancel': { action: 'broadcast.canceled', target: 'broadcastId' },
  'webhook connect': { action: 'integration.connected', details: ['tool', 'events'] },
  'webhook test': { action: 'webhook.tested', target: 'webhookId' },
  'webhook rotate-secret': { action: 'webhook.secret_rotated', target: 'webhookId', details: ['overlapHours'] },
  listen: { action: 'feed.followed', target: 'feed', details: ['events'] },
  'delivery redeliver': { action: 'delivery.redelivered', target: 'eventId', details: ['webhook'] },
  'delivery recover': { action: 'delivery.recovered', target: 'webhook', details: ['since'] },
  'member invite': { action: 'invitation.created', target: 'email', details: ['role'] },
  'member cancel': { action: 'invitation.canceled', target: 'invitationId' },
  'member role': { action: 'member.role_changed', target: 'userId', details: ['role'] },
  'member remove': { action: 'member.removed', target: 'userId' },
  'session end': { action: 'session.ended', target: 'email' },
};
