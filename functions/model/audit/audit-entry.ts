import * as z from 'zod/mini';

/** `started`: the act began and its end was never recorded. `refused`: the caller's fault. `failed`: ours. */
const auditOutcomes = ['started', 'done', 'refused', 'failed'] as const;

export const auditEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  actor: z.object({ kind: z.enum(['member', 'operator', 'key']), user_id: z.nullable(z.uuid()), name: z.string() }),
  action: z.string(),
  target: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The change in words for people: `Agent → Admin`. Never a secret. */
  details: z.nullable(z.string()),
  address: z.nullable(z.string()),
  browser: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  outcome: z.enum(auditOutcomes),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});

export type AuditEntry = z.output<typeof auditEntry>;

/**
 * The acts of members, and `api_key.refused`: a call from an address that is in no network of its key. Operators'
 * actions are named `<noun>.<verb>` after their commands.
 */
export const auditActions = [
  'api_key.created',
  'api_key.revoked',
  'api_key.refused',
  'integration.connected',
  'integration.changed',
  'integration.tested',
  'integration.disconnected',
  'channel.connected',
  'channel.disconnected',
  'channel.secret_replaced',
  'web_chat.changed',
  'web_chat.secret_created',
  'template.synced',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'webhook.tested',
  'feed.created',
  'feed.followed',
  'feed.deleted',
  'delivery.redelivered',
  'delivery.recovered',
  'invitation.created',
  'invitation.canceled',
  'invitation.accepted',
  'invitation.declined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'member.signed_in',
  'mail.settings_changed',
  'mail.resumed',
  'session.ended',
  'audit_log.exported',
  'workspace.updated',
  'routing.updated',
  'conversation.changed',
  'note.deleted',
  'saved_reply.created',
  'saved_reply.changed',
  'saved_reply.deleted',
  'team.created',
  'team.changed',
  'team.deleted',
  'contact.imported',
  'contact.exported',
  'contact.list_exported',
  'contact.erased',
  'segment.created',
  'segment.changed',
  'segment.deleted',
  'segment.contacts_changed',
  'broadcast.created',
  'broadcast.canceled',
  'broadcast.sent_now',
  'broadcast.tested',
  'broadcast.exported',
] as const;

export type AuditAction = (typeof auditActions)[number];

export const refusedCallDays = 90;

export const auditActionCharactersMax = 60;

export const auditQuery = z.object({
  actor: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.maxLength(auditActionCharactersMax))),
});

export type AuditFilters = z.output<typeof auditQuery>;

/** Names what an act concerns. It never holds a secret. */
export type AuditSubject = Partial<Pick<AuditEntry, 'target' | 'details'>>;
