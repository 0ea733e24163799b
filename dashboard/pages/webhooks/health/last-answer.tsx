import type { WebhookHealth } from '../../../../functions/model/deliveries/delivery-log.ts';
import { RelativeTime } from '../../../components/content/relative-time.tsx';
import { describeAttempt, isAccepted } from '../../../components/webhooks/attempt-words.ts';
import { en } from '../../../texts/en.ts';
import styles from './last-answer.module.css';

const texts = en.webhooks;

/** The code or the reason, and when. */
export const LastAnswer = ({ attempt }: { attempt: WebhookHealth['last_attempt'] }) => {
  if (attempt === null) return <span className={styles.muted}>{texts.noAnswer}</span>;
  return (
    <span className={styles.answer}>
      <strong className={styles.code} data-accepted={isAccepted(attempt.code)}>
        {describeAttempt(attempt.code)}
      </strong>
      <span className={styles.muted}>
        <RelativeTime at={attempt.at} />
      </span>
    </span>
  );
};
