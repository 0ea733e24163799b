import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { type ApiProblem, toProblem } from '../../api/problem.ts';
import { download, fileNameOf } from '../../context/download.ts';
import { toast } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { auditLogTexts } from '../../texts/en/audit-log.ts';
import type { ReadSoFar } from './audit-csv.ts';

export interface AuditFilter {
  actor: string | undefined;
  action: string | undefined;
}

const pageEntries = '100';

interface Run {
  id: string;
  filter: AuditFilter;
  progress: ReadSoFar;
  isRecorded: boolean;
  abort: AbortController;
}

/** The server records the export before the first page is read. */
export const useAuditExport = () => {
  const workspace = useWorkspace();
  const run = useRef<Run>(undefined);
  const [count, setCount] = useState<number>();
  const [error, setError] = useState<ApiProblem>();

  const read = async (current: Run): Promise<void> => {
    const params = { workspace_id: workspace.id };
    const { signal } = current.abort;
    if (!current.isRecorded) {
      await call('startAuditExport', params, undefined, { idempotencyKey: current.id, signal });
      current.isRecorded = true;
    }
    const { readEntries, toAuditCsv } = await import('./audit-csv.ts');
    const entries = await readEntries(
      current.progress,
      (cursor) =>
        call(
          'listAuditEntries',
          params,
          { ...toAuditQuery(current.filter), limit: pageEntries, ...(cursor ? { cursor } : {}) },
          { signal },
        ),
      setCount,
    );
    download(fileNameOf('audit-log', workspace.name, 'csv'), toAuditCsv(entries), 'text/csv;charset=utf-8');
    toast(auditLogTexts.csv.done(entries.length));
  };
  const go = (current: Run) => {
    run.current = current;
    setError(undefined);
    setCount(current.progress.entries.length);
    read(current).then(
      () => setCount(undefined),
      (cause: unknown) => {
        if (current.abort.signal.aborted) return;
        setCount(undefined);
        setError(toProblem(cause));
      },
    );
  };
  const start = (filter: AuditFilter) =>
    go({
      id: crypto.randomUUID(),
      filter,
      progress: { entries: [], cursor: undefined },
      isRecorded: false,
      abort: new AbortController(),
    });
  const cancel = () => {
    run.current?.abort.abort();
    setCount(undefined);
    setError(undefined);
  };
  useEffect(() => () => run.current?.abort.abort(), []);
  return { start, resume: () => run.current && go(run.current), cancel, count, error };
};

/** The query of an operation leaves out what is not given. */
export const toAuditQuery = ({ actor, action }: AuditFilter) => ({
  ...(actor ? { actor } : {}),
  ...(action ? { action } : {}),
});
