import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { type ApiProblem, toProblem } from '../../../api/problem.ts';
import { toast } from '../../../components/feedback/toast.ts';
import { useWorkspace } from '../../../context/workspace.tsx';
import { en } from '../../../texts/en.ts';
import { deliveryReads } from '../webhook-reads.ts';
import { type Recovery, runRecovery } from './run-recovery.ts';

const texts = en.webhooks.recover;

interface Run extends Recovery {
  since: string;
  /** Undefined if there are more than could be counted. */
  total: number | undefined;
  abort: AbortController;
}

/** Each call resends a page of events and is complete in itself, so leaving the page in between does no harm. */
export const useRecovery = (webhookId: string) => {
  const workspace_id = useWorkspace().id;
  const queries = useQueryClient();
  const run = useRef<Run>(undefined);
  const [requested, setRequested] = useState<number>();
  const [error, setError] = useState<ApiProblem>();

  const refresh = () => {
    for (const read of deliveryReads) void queries.invalidateQueries({ queryKey: [read] });
  };
  const go = (current: Run) => {
    run.current = current;
    setError(undefined);
    setRequested(current.requested);
    const { since, abort } = current;
    const recoverPage = (cursor: string | undefined, idempotencyKey: string) =>
      call(
        'recoverEvents',
        { workspace_id, id: webhookId },
        { since, ...(cursor ? { cursor } : {}) },
        { idempotencyKey, signal: abort.signal },
      );
    runRecovery(current, recoverPage, setRequested)
      .then(
        () => toast(texts.done(current.requested)),
        (cause: unknown) => {
          if (!abort.signal.aborted) setError(toProblem(cause));
        },
      )
      .finally(() => {
        if (!abort.signal.aborted) setRequested(undefined);
        refresh();
      });
  };
  const start = (since: string, total: number | undefined) =>
    go({ since, total, requested: 0, cursor: undefined, key: crypto.randomUUID(), abort: new AbortController() });
  const stop = () => {
    run.current?.abort.abort();
    setRequested(undefined);
    setError(undefined);
    toast(texts.stopped(run.current?.requested ?? 0));
  };
  useEffect(() => () => run.current?.abort.abort(), []);
  return {
    start,
    stop,
    resume: () => run.current && go(run.current),
    requested,
    error,
    /** Of the last run, also after it failed. */
    sofar: run.current?.requested ?? 0,
    total: run.current?.total,
  };
};
