import { userInfo } from 'node:os';
import type { Writable } from 'node:stream';
import * as z from 'zod';
import { ApiError } from '../../functions/model/api-error.ts';
import type { AuditEntry } from '../../functions/model/audit/audit-entry.ts';
import { AdminError } from './admin-error.ts';
import { loadContract, type OperationName } from './operate.ts';

type Input = Readonly<Record<string, unknown>>;

/** Leaves an audit entry of a command that changes a workspace: before the act, and completed after it. */
export const recordAct = async <Result>(
  commandName: string,
  input: Input,
  stderr: Writable,
  act: () => Promise<Result>,
): Promise<Result> => {
  const command = auditedCommands[commandName];
  const workspaceId = command && (await findWorkspace(command, input));
  if (!command || workspaceId === undefined) return act();
  const { beginAudit, completeAudit } = await import('../../functions/domain/audit/audit-log.ts');
  const entryId = await beginAudit(workspaceId, {
    actor: { kind: 'operator', user_id: null, name: operatorName() },
    action: 'action' in command ? command.action : await findAction(command.operation),
    ...describe(command, input),
  });
  /** The act is over, and its result may be a secret that is shown once: a failure here must not hide it. */
  const complete = (end: Parameters<typeof completeAudit>[2]): Promise<void> =>
    completeAudit(workspaceId, entryId, end).catch(() => {
      stderr.write(`The audit entry ${entryId} could not be completed and stays "started".\n`);
    });
  try {
    const result = await act();
    await complete(toTarget(result));
    return result;
  } catch (error) {
    await complete({ error: error instanceof AdminError ? new ApiError('bad_request', error.message) : error });
    throw error;
  }
};

const workspaceInput = z.object({
  workspace: z.string().optional(),
  workspaceId: z.string().optional(),
  webhook: z.string().optional(),
});

/** An unknown workspace is refused here, so it gets no entries. */
const findWorkspace = async ({ isCreation }: AuditedInput, input: Input): Promise<string | undefined> => {
  const { workspace, workspaceId = workspace, webhook } = workspaceInput.parse(input);
  if (isCreation) return workspaceId;
  if (workspaceId !== undefined) {
    const { getStoredWorkspace } = await import('../../functions/domain/workspaces/workspaces.ts');
    return (await getStoredWorkspace(workspaceId)).id;
  }
  if (webhook === undefined) return undefined;
  const { findWorkspaceOfWebhook } = await import('../../functions/domain/deliveries/redeliver.ts');
  return findWorkspaceOfWebhook(webhook);
};

/** A container may run as a user without a name. */
const operatorName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
};

const describe = ({ target, details = [] }: AuditedInput, input: Input): Pick<AuditEntry, 'target' | 'details'> => {
  const id = target === undefined ? undefined : input[target];
  const given = details
    .filter((name) => input[name] !== undefined)
    .map((name) => `${toWords(name)}: ${toText(input[name])}`);
  return {
    target: typeof id === 'string' ? { id, name: id } : null,
    details: given.length === 0 ? null : given.join('; '),
  };
};

const toWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const toText = (value: unknown): string => {
  if (value === null) return 'none';
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
};

const namedResult = z.union([
  z.object({ id: z.string(), name: z.string() }),
  z.object({ user_id: z.string(), name: z.string() }).transform(({ user_id: id, name }) => ({ id, name })),
  z.object({ id: z.string(), email: z.string() }).transform(({ id, email }) => ({ id, name: email })),
  // The rest of the URL of a webhook may be a secret.
  z.object({ id: z.string(), url: z.url() }).transform(({ id, url }) => ({ id, name: new URL(url).host })),
  z
    .object({ account_id: z.string(), channel: z.string() })
    .transform(({ account_id, channel }) => ({ id: account_id, name: channel })),
]);

const toTarget = (result: unknown): Partial<Pick<AuditEntry, 'target'>> => {
  const { success, data } = namedResult.safeParse(result);
  return success ? { target: { id: data.id, name: data.name } } : {};
};

interface AuditedInput {
  /** The input that names the target, until the result does. */
  target?: string;
  /** Inputs that the entry repeats. Never one that may hold a secret, such as a token or the path of a URL. */
  details?: readonly string[];
  /** The workspace does not exist before the act. */
  isCreation?: boolean;
}

type AuditedCommand = AuditedInput & ({ action: string } | { operation: OperationName });

const findAction = async (name: OperationName): Promise<string> => {
  const { audit } = await loadContract(name);
  if (audit === undefined) throw new Error(`${name} leaves no audit entry.`);
  return audit;
};

/**
 * Every command that changes a workspace. Where a member can do the same in the dashboard, the operation has the action.
 * Without a workspace in its input, a command leaves no entry.
 */
export const auditedCommands: Readonly<Record<string, AuditedCommand>> = {
  'workspace create': { action: 'workspace.created', target: 'workspaceId', details: ['country'], isCreation: true },
  'workspace update': {
    action: 'workspace.updated',
    target: 'workspaceId',
    details: ['messagesPerMonth', 'subscription', 'country', 'optOutKeywords', 'optInKeywords', 'moreEvents'],
  },
  'key create': { action: 'api_key.created', details: ['name', 'scopes', 'expiresAt', 'network'] },
  'key import': { action: 'api_key.imported', details: ['name', 'scopes', 'expiresAt', 'network'] },
  'key revoke': { operation: 'api-keys/revokeApiKey', target: 'keyId' },
  'channel connect msgapp': { action: 'channel.connected', target: 'phoneNumberId', details: ['wabaId'] },
  'channel connect social': { action: 'channel.connected', target: 'accountId' },
  'channel connect web': { action: 'channel.connected', target: 'accountId' },
  'channel disconnect': { operation: 'channels/disconnectChannel', target: 'channel' },
  'contact import': { action: 'contact.imported', target: 'file', details: ['onExisting', 'tags'] },
  'contact export': { operation: 'contacts/exportContact', target: 'contact' },
  'contact erase': { operation: 'contacts/deleteContact', target: 'contact' },
  'template sync': { operation: 'templates/syncTemplates' },
  'broadcast cancel': { operation: 'broadcasts/cancelBroadcast', target: 'broadcastId' },
  'webhook connect': { operation: 'integrations/connectIntegration', details: ['tool', 'events'] },
  'webhook test': { operation: 'deliveries/testWebhook', target: 'webhookId' },
  'webhook rotate-secret': {
    operation: 'webhooks/rotateWebhookSecret',
    target: 'webhookId',
    details: ['overlapHours'],
  },
  listen: { action: 'feed.followed', target: 'feed', details: ['events'] },
  'delivery redeliver': { operation: 'deliveries/redeliverEvent', target: 'eventId', details: ['webhook'] },
  'delivery recover': { operation: 'deliveries/recoverEvents', target: 'webhook', details: ['since'] },
  'member invite': { operation: 'members/createInvitation', target: 'email', details: ['role'] },
  'member cancel': { operation: 'members/cancelInvitation', target: 'invitationId' },
  'member role': { operation: 'members/updateMember', target: 'userId', details: ['role'] },
  'member remove': { operation: 'members/removeMember', target: 'userId' },
  'session end': { action: 'session.ended', target: 'email' },
};
