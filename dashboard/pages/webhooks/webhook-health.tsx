import { Link } from 'wouter';
import { consecutiveFailuresMax } from '../../../functions/model/deliveries/delivery.ts';
import { missedSince } from '../../../functions/model/webhooks/missed-since.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { useLive } from '../../api/queries.ts';
import { Facts } from '../../components/content/facts.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { describeAttempt } from '../../components/webhooks/delivery-texts.ts';
import { settledDay } from '../../components/webhooks/settled.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { countWords } from './day-texts.ts';
import { useHealth } from './webhook-queries.ts';
import { LastAnswer } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const texts = webhookTexts;

export const HealthFacts = ({ webhook }: { webhook: WebhookDetails }) => {
  const { id, failure_count, failing_since, is_active: isActive } = webhook;
  const { data, error, refetch, isFetching } = useHealth(id, 60_000);
  const health = data?.data;
  const day = health && settledDay(health.last_24_hours, isActive);
  const lost = day ? day.by_status.failed + day.by_status.skipped : 0;
  const pending = day ? day.by_status.requested + day.by_status.retrying : 0;
  // The notice above says what failed and since when.
  const isExplained = webhook.off_by === 'failures';
  const lastAnswer = health ? <LastAnswer attempt={health.last_attempt} /> : texts.unknown;
  const streak = (
    <>
      {texts.facts.streakOf(failure_count, consecutiveFailuresMax)}{' '}
      {failing_since && (
        <span className={styles.since}>
          {texts.facts.since} <RelativeTime at={failing_since} />
        </span>
      )}
    </>
  );
  if (error && !health)
    return (
      <Problem error={error} title={texts.facts.loadFailed} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  return (
    <Facts
      label={texts.facts.label}
      facts={[
        ...(isExplained ? [] : [{ name: texts.facts.lastAnswer, value: lastAnswer }]),
        { name: texts.facts.delivered, value: day ? countWords(day.by_status.delivered, day) : texts.unknown },
        ...(day && pending > 0 ? [{ name: texts.facts.pending, value: countWords(pending, day) }] : []),
        { name: texts.facts.failed, value: day ? countWords(lost, day) : texts.unknown, isBad: lost > 0 },
        ...(isExplained ? [] : [{ name: texts.facts.streak, value: streak, isBad: failure_count > 0 }]),
      ]}
    />
  );
};

interface OffNoticeProps {
  webhook: WebhookDetails;
  /** Missing for members who may only view. */
  onTurnOn: ((next?: 'recover' | 'test') => void) | undefined;
  isPending: boolean;
  /** The log with failed deliveries only. */
  failedHref: string;
}

/** Says why the webhook is off and what to do. */
export const OffNotice = (props: OffNoticeProps) =>
  props.webhook.off_by === 'failures' ? <FailedNotice {...props} /> : <PausedNotice {...props} />;

const PausedNotice = ({ onTurnOn, isPending }: OffNoticeProps) => (
  <Notice
    tone="info"
    title={texts.off.person}
    actions={
      onTurnOn && (
        <Button variant="primary" onPress={() => onTurnOn()} isPending={isPending}>
          {texts.turnOn.action}
        </Button>
      )
    }
  >
    <p>{texts.off.personText}</p>
  </Notice>
);

const FailedNotice = ({ webhook, onTurnOn, isPending, failedHref }: OffNoticeProps) => {
  const { id, failing_since, failure_count } = webhook;
  const since = missedSince(failing_since);
  const counting = useLive(
    'countRecoverable',
    { id },
    { everyMs: 60_000, input: { since: since ?? '' }, isEnabled: since !== undefined },
  );
  const missed = counting.data?.data;
  const count = missed?.count ? texts.count(missed.count, !missed.is_exact) : undefined;
  const shownCount = counting.isLoading ? texts.counting : count;
  return (
    <Notice
      tone="bad"
      title={texts.off.failures(failure_count)}
      actions={
        onTurnOn && (
          <>
            {shownCount && (
              <Button variant="primary" onPress={() => onTurnOn('recover')} isDisabled={isPending || !count}>
                {texts.turnOn.andRecover(shownCount)}
              </Button>
            )}
            <Button onPress={() => onTurnOn()} isPending={isPending}>
              {texts.turnOn.action}
            </Button>
            <Button onPress={() => onTurnOn('test')} isDisabled={isPending}>
              {texts.test.turnOn}
            </Button>
          </>
        )
      }
    >
      <LastWords webhookId={id} />
      <p>
        {failing_since && (
          <>
            {texts.off.since} <RelativeTime at={failing_since} />.{' '}
          </>
        )}
        {shownCount && texts.off.kept(shownCount)} {missed && missed.pending > 0 && texts.off.pending(missed.pending)}{' '}
        <Link href={failedHref}>{texts.off.show}</Link>
      </p>
      <p>{texts.off.steps}</p>
    </Notice>
  );
};

const LastWords = ({ webhookId }: { webhookId: string }) => {
  const health = useHealth(webhookId, 60_000);
  const attempt = health.data?.data.last_attempt;
  // The lines are there from the start, so what is below does not move.
  if (!attempt) return health.isLoading && <p className={styles.lastWords}>{texts.off.lastAnswer} …</p>;
  const answer = truncated(attempt.answer.trim());
  return (
    <p className={styles.lastWords}>
      {texts.off.lastAnswer} {describeAttempt(attempt.code)}
      {typeof attempt.code === 'number' && answer && ` “${answer}”`}, <RelativeTime at={attempt.at} />.
    </p>
  );
};

const answerCharactersMax = 80;

const truncated = (text: string): string =>
  text.length > answerCharactersMax ? `${text.slice(0, answerCharactersMax)}…` : text;
