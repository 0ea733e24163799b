import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { type ApiProblem, toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { toast } from '../../context/toast.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { type Recovery, runRecovery } from './recovery.ts';
import { deliveryReads } from './webhook-queries.ts';
import styles from './webhooks.module.css';

const texts = webhookTexts.recover;

interface Run extends Recovery {
  since: string;
  /** Undefined if there were too many events to count. */
  total: number | undefined;
  abort: AbortController;
}

interface Finished {
  webhookId: string;
  since: string;
  until: string;
  requested: number;
}

/** Each call resends one page of events and stands alone, so leaving the page in between does no harm. */
export const useRecovery = (webhookId: string) => {
  const workspace_id = useWorkspace().id;
  const queries = useQueryClient();
  const run = useRef<Run>(undefined);
  const [requested, setRequested] = useState<number>();
  const [error, setError] = useState<ApiProblem>();
  const [finished, setFinished] = useState<Finished>();

  const refresh = () => {
    for (const read of deliveryReads) void queries.invalidateQueries({ queryKey: [read] });
  };
  const go = (current: Run) => {
    run.current = current;
    setError(undefined);
    setFinished(undefined);
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
        () => {
          toast(texts.done(current.requested));
          if (current.requested > 0)
            setFinished({ webhookId, since, until: new Date().toISOString(), requested: current.requested });
        },
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
    /** The number of events that the last run requested, even if it failed. */
    sofar: run.current?.requested ?? 0,
    total: run.current?.total,
    finished,
  };
};

export const RecoveryProgress = ({ recovery }: { recovery: ReturnType<typeof useRecovery> }) => {
  const { requested, total, error, sofar, finished } = recovery;
  if (error)
    return (
      <div className={styles.progress}>
        <Problem error={error} title={texts.failed(sofar)} onRetry={recovery.resume} />
      </div>
    );
  if (requested === undefined) return finished ? <Outcome {...finished} /> : null;
  return (
    <div className={styles.progress}>
      <Notice
        tone="info"
        actions={
          <Button size="small" onPress={recovery.stop}>
            {texts.stop}
          </Button>
        }
      >
        <p role="status" className={styles.title}>
          {total === undefined ? texts.running(requested) : texts.runningOf(requested, total)}
        </p>
        <progress
          className={styles.bar}
          aria-label={texts.progress}
          {...(total === undefined ? {} : { max: Math.max(total, requested, 1), value: requested })}
        />
        <p>{texts.safe}</p>
      </Notice>
    </div>
  );
};

/** Follows what was resent until each event has arrived or failed. Beyond what can be counted, it says nothing. */
const Outcome = ({ webhookId, since, until, requested }: Finished) => {
  const query = useLive(
    'countRecoverable',
    { id: webhookId },
    { everyMs: 5_000, input: { since, until }, isFinal: ({ data }) => data.pending === 0 },
  );
  const counted = query.data?.data;
  if (!counted?.is_exact) return null;
  const { count: failed, pending } = counted;
  const delivered = Math.max(requested - failed - pending, 0);
  return (
    <div className={styles.progress}>
      <Notice tone={failed > 0 ? 'warn' : 'info'}>
        <p role="status">{texts.outcome(delivered, failed, pending)}</p>
      </Notice>
    </div>
  );
};
