import { useLive } from '../../api/queries.ts';
import { Notice } from '../../components/feedback/notice.tsx';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import styles from './webhooks.module.css';

const shownMs = 60 * 60_000;

/** The last recovery of the webhook. The shell shows how far it is and reads it again until it is done. */
export const useRecovery = (webhookId: string) => {
  const { data } = useLive('listTasks', {}, { everyMs: false, isAside: true });
  return data?.data.find(({ work }) => work.kind === 'recovery' && work.webhook_id === webhookId);
};

/** Follows what was resent until each event has arrived or failed. Beyond what can be counted, it says nothing. */
export const RecoveryOutcome = ({ webhookId }: { webhookId: string }) => {
  const { work, status, done = 0, ended_at } = useRecovery(webhookId) ?? {};
  const since = work?.kind === 'recovery' ? work.since : '';
  const isShown = status === 'done' && done > 0 && Date.now() - Date.parse(ended_at ?? '') < shownMs;
  const query = useLive(
    'countRecoverable',
    { id: webhookId },
    {
      everyMs: 5_000,
      input: { since, until: ended_at ?? '' },
      isEnabled: isShown,
      isFinal: ({ data }) => data.pending === 0,
    },
  );
  const counted = query.data?.data;
  if (!isShown || !counted?.is_exact) return null;
  const { count: failed, pending } = counted;
  const delivered = Math.max(done - failed - pending, 0);
  return (
    <div className={styles.progress}>
      <Notice tone={failed > 0 ? 'warn' : 'info'}>
        <p role="status">{webhookTexts.recover.outcome(delivered, failed, pending)}</p>
      </Notice>
    </div>
  );
};
