import type { DeliveryAttempt } from '../../../functions/model/deliveries/delivery.ts';
import { en } from '../../texts/en.ts';
import { clockTime } from '../../texts/time.ts';
import styles from './attempt-list.module.css';
import { describeAttempt, isAccepted } from './attempt-words.ts';

const texts = en.deliveries;
const answerCharactersMax = 160;

export const AttemptList = ({ attempts }: { attempts: readonly DeliveryAttempt[] }) =>
  attempts.length > 0 && (
    <ol className={styles.attempts} aria-label={texts.attempts}>
      {attempts.map(({ at, code, duration_ms, answer }) => (
        <li key={at} className={styles.attempt}>
          <time dateTime={at}>{clockTime(Date.parse(at))}</time>
          <strong className={styles.code} data-accepted={isAccepted(code)}>
            {describeAttempt(code)}
          </strong>
          <span className={styles.muted}>{texts.duration(duration_ms)}</span>
          {typeof code === 'number' && <Answer text={answer} />}
        </li>
      ))}
    </ol>
  );

const Answer = ({ text }: { text: string }) => {
  const shown = text.trim();
  if (shown === '') return <span className={styles.muted}>{texts.emptyAnswer}</span>;
  return (
    <code className={styles.answer} title={shown}>
      {shown.length > answerCharactersMax ? `${shown.slice(0, answerCharactersMax)}…` : shown}
    </code>
  );
};
