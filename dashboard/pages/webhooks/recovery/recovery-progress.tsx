import { Button } from '../../../components/controls/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { en } from '../../../texts/en.ts';
import styles from './recovery-progress.module.css';
import type { useRecovery } from './use-recovery.ts';

const texts = en.webhooks.recover;

export const RecoveryProgress = ({ recovery }: { recovery: ReturnType<typeof useRecovery> }) => {
  const { requested, total, error, sofar } = recovery;
  if (error)
    return (
      <div className={styles.progress}>
        <Problem error={error} title={texts.failed(sofar)} onRetry={recovery.resume} />
      </div>
    );
  if (requested === undefined) return null;
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
