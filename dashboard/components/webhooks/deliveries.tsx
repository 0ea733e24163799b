import type { DeliveryAttempt, DeliveryStatus } from '../../../functions/model/deliveries/delivery.ts';
import { deliveryTexts } from '../../texts/en/deliveries.ts';
import { clockTime } from '../../texts/time.ts';
import { Badge } from '../feedback/badge.tsx';
import type { Tone } from '../feedback/tone.ts';
import styles from './deliveries.module.css';
import { describeAttempt, isAccepted } from './delivery-texts.ts';

const texts = deliveryTexts;

const tones: Record<DeliveryStatus, Tone> = {
  requested: 'warn',
  retrying: 'warn',
  delivered: 'ok',
  failed: 'bad',
  skipped: 'off',
};

export const DeliveryBadge = ({ status }: { status: DeliveryStatus }) => (
  <Badge tone={tones[status]}>{deliveryTexts.states[status]}</Badge>
);

/** True if no further attempt follows on its own. */
export const isOver = ({ status }: { status: DeliveryStatus }): boolean =>
  status === 'delivered' || status === 'failed' || status === 'skipped';

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
