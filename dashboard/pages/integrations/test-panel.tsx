import { useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import type { TestDelivery, Tool } from '../../../functions/model/webhooks/integration.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { IconButton } from '../../components/controls/button.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { AttemptList, DeliveryBadge, isOver } from '../../components/webhooks/deliveries.tsx';
import { integrationTexts } from '../../texts/en/integrations.ts';
import { en } from '../../texts/en.ts';
import { clockTime } from '../../texts/time.ts';
import styles from './integrations.module.css';

const texts = integrationTexts.test;
const pollMs = 1_000;

interface TestPanelProps {
  tool: Tool;
  connectionId: string;
  eventId: string;
  onClose: () => void;
}

/** One test event with its attempts, until it is delivered or has failed. */
export const TestPanel = ({ tool, connectionId, eventId, onClose }: TestPanelProps) => {
  const params = { tool, id: connectionId, event_id: eventId };
  const query = useLive('getIntegrationTest', params, { everyMs: pollMs, isFinal: ({ data }) => isOver(data) });
  const test = query.data?.data;
  const isGone = query.error !== null && toProblem(query.error).status === 404;
  const queries = useQueryClient();
  useEffect(() => {
    // Most likely the connection was deleted and the list is out of date.
    if (isGone) void queries.invalidateQueries({ queryKey: ['listIntegrations'] });
  }, [isGone, queries]);
  return (
    <section className={styles.panel} aria-label={texts.title}>
      <div className={styles.testHead}>
        <h3>{texts.title}</h3>
        {test && <DeliveryBadge status={test.status} attempt_count={test.attempts.length} />}
        {test && (
          <span className={styles.sent}>
            <code>{test.event}</code> {texts.sent} {clockTime(Date.parse(test.occurred_at))}
          </span>
        )}
        <IconButton icon={X} label={texts.close} onPress={onClose} />
      </div>
      {test && <AttemptList attempts={test.attempts} />}
      <p role="status" className={styles.outcome}>
        {test ? outcomeOf(test) : !query.error && en.loading}
      </p>
      {query.error &&
        (isGone ? (
          <p className={styles.outcome}>{texts.gone}</p>
        ) : (
          <Problem
            error={query.error}
            title={texts.loadFailed}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        ))}
    </section>
  );
};

const outcomeOf = ({ status, attempts, next_attempt_at }: TestDelivery): string => {
  if (status === 'delivered') return texts.delivered;
  if (status === 'failed') return texts.gaveUp;
  if (status === 'skipped') return texts.skipped;
  if (next_attempt_at && attempts.length > 0) {
    const atMs = Date.parse(next_attempt_at);
    return atMs > Date.now() ? texts.next(clockTime(atMs)) : texts.nextSoon;
  }
  return texts.waiting;
};
