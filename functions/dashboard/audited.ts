import { beginAudit, completeAudit } from '../domain/audit/audit-log.ts';
import { findMemberships } from '../domain/members/users.ts';
import type { AuditAction, AuditEntry } from '../model/audit/audit-entry.ts';
import type { User } from '../model/members/user.ts';
import { errorFields, log } from '../platform/log/log.ts';
import { errorMetricFields } from '../platform/log/metrics.ts';
import type { Visitor } from './visitor.ts';

/** It never holds a secret. */
export type AuditSubject = Partial<Pick<AuditEntry, 'target' | 'details'>>;

export interface Act extends AuditSubject {
  action: AuditAction;
  actor: { userId: string; name: string };
  visitor: Visitor;
  requestId: string;
  /** The workspaces whose log gets an entry. */
  logs: readonly string[];
}

export interface BegunEntry {
  workspaceId: string;
  entryId: string;
}

export const beginEntries = ({ action, actor, visitor, requestId, logs, ...subject }: Act): Promise<BegunEntry[]> => {
  const start = {
    ...subject,
    ...visitor,
    actor: { kind: 'member', user_id: actor.userId, name: actor.name },
    action,
    request_id: requestId,
  } as const;
  return Promise.all(logs.map(async (workspaceId) => ({ workspaceId, entryId: await beginAudit(workspaceId, start) })));
};

/** The act has ended, so a failure here changes no response: the entry stays `started`. */
export const completeEntries = async (
  entries: readonly BegunEntry[],
  end: AuditSubject & { error?: unknown },
): Promise<void> => {
  const complete = ({ workspaceId, entryId }: BegunEntry): Promise<void> =>
    completeAudit(workspaceId, entryId, end).catch((error: unknown) =>
      log('error', 'audit', { entry_id: entryId, error: errorFields(error), ...errorMetricFields(error) }),
    );
  await Promise.all(entries.map(complete));
};

export const runAudited = async <Result>(act: Act, run: () => Promise<Result>): Promise<Result> => {
  const entries = await beginEntries(act);
  const result = await run().catch(async (error: unknown) => {
    await completeEntries(entries, { error });
    throw error;
  });
  await completeEntries(entries, {});
  return result;
};

const logsMax = 20;

/** A session gives access to all of the person's workspaces, so each of their logs gets an entry. */
export const findOwnLogs = async (user: User): Promise<string[]> => {
  const { memberships } = await findMemberships(user);
  return memberships.slice(0, logsMax).map(({ id }) => id);
};

/** A person without an invitation gets no log, so strangers cannot write to the log of a workspace. */
export const findInvitationLogs = async (user: User, workspaceId: string): Promise<string[]> => {
  const { invitations } = await findMemberships(user);
  return invitations.some(({ workspace_id }) => workspace_id === workspaceId) ? [workspaceId] : [];
};
