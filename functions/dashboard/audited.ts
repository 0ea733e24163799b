import { beginAudit, completeAudit } from '../domain/audit/audit-log.ts';
import type { AuditAction, AuditSubject } from '../model/audit/audit-entry.ts';
import { errorFields, log } from '../platform/log/log.ts';
import { errorMetricFields } from '../platform/log/metrics.ts';
import type { Visitor } from './visitor.ts';

export interface AuditedAct extends AuditSubject {
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

export const beginEntries = ({
  action,
  actor,
  visitor,
  requestId,
  logs,
  ...subject
}: AuditedAct): Promise<BegunEntry[]> => {
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

export const runAudited = async <Result>(act: AuditedAct, run: () => Promise<Result>): Promise<Result> => {
  const entries = await beginEntries(act);
  const result = await run().catch(async (error: unknown) => {
    await completeEntries(entries, { error });
    throw error;
  });
  await completeEntries(entries, {});
  return result;
};
