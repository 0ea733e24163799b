import { consecutiveFailuresMax } from '../../../../functions/model/deliveries/delivery.ts';
import type { WebhookDetails } from '../../../../functions/model/webhooks/webhook.ts';
import { Facts } from '../../../components/content/facts.tsx';
import { RelativeTime } from '../../../components/content/relative-time.tsx';
import { Problem } from '../../../components/feedback/problem.tsx';
import { en } from '../../../texts/en.ts';
import { countWords } from './day-words.ts';
import styles from './health-facts.module.css';
import { LastAnswer } from './last-answer.tsx';
import { useHealth } from './use-health.ts';

const texts = en.webhooks;

export const HealthFacts = ({ webhook: { id, failure_count, failing_since } }: { webhook: WebhookDetails }) => {
  const { data, error, refetch, isFetching } = useHealth(id, 60_000);
  const health = data?.data;
  const day = health?.last_24_hours;
  const lost = day ? day.by_status.failed + day.by_status.skipped : 0;
  if (error && !health)
    return (
      <Problem error={error} title={texts.facts.loadFailed} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  return (
    <Facts
      label={texts.facts.label}
      facts={[
        {
          name: texts.facts.lastAnswer,
          value: health ? <LastAnswer attempt={health.last_attempt} /> : texts.unknown,
        },
        { name: texts.facts.delivered, value: day ? countWords(day.by_status.delivered, day) : texts.unknown },
        { name: texts.facts.failed, value: day ? countWords(lost, day) : texts.unknown, isBad: lost > 0 },
        {
          name: texts.facts.streak,
          value: (
            <>
              {texts.facts.streakOf(failure_count, consecutiveFailuresMax)}{' '}
              {failing_since && (
                <span className={styles.since}>
                  {texts.facts.since} <RelativeTime at={failing_since} />
                </span>
              )}
            </>
          ),
          isBad: failure_count > 0,
        },
      ]}
    />
  );
};
