import { Link } from 'wouter';
import type { DeliveryAttempt, DeliveryStatus } from '../../../functions/model/deliveries/delivery.ts';
import type { LoggedDelivery } from '../../../functions/model/deliveries/delivery-log.ts';
import { inboxPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { deliveryTexts } from '../../texts/en/deliveries.ts';
import { formatPhone } from '../../texts/phone.ts';
import { clockTime } from '../../texts/time.ts';
import type { Names } from '../contacts/use-names.ts';
import { Badge } from '../feedback/badge.tsx';
import type { Tone } from '../feedback/tone.ts';
import styles from './deliveries.module.css';
import { describeAttempt, groupAttempts, isAccepted } from './delivery-texts.ts';
import { stateTones, webhookState } from './webhook-state.ts';

const texts = deliveryTexts;

const tones: Record<DeliveryStatus, Tone> = {
  requested: 'warn',
  retrying: 'warn',
  delivered: 'ok',
  failed: 'bad',
  skipped: 'off',
};

type Outcome = Pick<LoggedDelivery, 'status' | 'attempt_count'>;

/** A webhook that is turned off between two attempts stops what it was sent. */
export const outcomeWords = ({ status, attempt_count }: Outcome): string =>
  status === 'skipped' && attempt_count > 0 ? texts.stopped : texts.states[status];

export const DeliveryBadge = (delivery: Outcome) => (
  <Badge tone={tones[delivery.status]}>{outcomeWords(delivery)}</Badge>
);

export const WebhookBadge = ({ webhook }: { webhook: Parameters<typeof webhookState>[0] }) => {
  const state = webhookState(webhook);
  return <Badge tone={stateTones[state]}>{texts.webhookStates[state]}</Badge>;
};

type Subject = Pick<LoggedDelivery, 'summary' | 'conversation_id' | 'is_test'>;

/** What `useNames` asks about for the rows of a log. */
export const conversationsOf = (rows: readonly Pick<Subject, 'conversation_id'>[]): string[] =>
  rows.flatMap(({ conversation_id: id }) => id ?? []);

/** The subject of an event: whose it is, which leads to the conversation, and the first words of a message or a status. */
export const EventSummary = ({ summary, conversation_id, is_test, names }: Subject & { names: Names }) =>
  (summary || is_test || conversation_id) && (
    <span className={styles.summary}>
      {is_test && <Badge tone="off">{texts.test}</Badge>}
      {conversation_id && !names.isGone(conversation_id) && (
        <ConversationLink id={conversation_id} name={names.nameOf(conversation_id)} />
      )}
      <span className={styles.excerpt} dir="auto">
        {summary && /^\+\d{7,15}$/.test(summary) ? formatPhone(summary) : summary}
      </span>
    </span>
  );

const ConversationLink = ({ id, name = texts.conversation }: { id: string; name: string | undefined }) => (
  <Link href={inboxPath(useWorkspace().id, { view: 'all', c: id })} className={styles.name}>
    <bdi>{name}</bdi>
  </Link>
);

/** True if no further attempt follows on its own. */
export const isOver = ({ status }: { status: DeliveryStatus }): boolean =>
  status === 'delivered' || status === 'failed' || status === 'skipped';

const answerCharactersMax = 160;

interface AttemptListProps {
  attempts: readonly DeliveryAttempt[];
  label?: string;
}

export const AttemptList = ({ attempts, label = texts.attempts }: AttemptListProps) =>
  attempts.length > 0 && (
    <ol className={styles.attempts} aria-label={label}>
      {groupAttempts(attempts).map(({ at, code, duration_ms, answer, count }) => (
        <li key={at} className={styles.attempt}>
          {count === 1 && <time dateTime={at}>{clockTime(Date.parse(at))}</time>}
          <strong className={styles.code} data-accepted={isAccepted(code)}>
            {count > 1 && `${texts.times(count)} `}
            {describeAttempt(code)}
          </strong>
          <span className={styles.muted}>
            {count > 1 ? texts.last(clockTime(Date.parse(at))) : texts.duration(duration_ms)}
          </span>
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
