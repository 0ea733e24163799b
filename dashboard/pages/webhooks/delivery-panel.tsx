import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import type { LoggedDeliveryDetails } from '../../../functions/model/deliveries/delivery-log.ts';
import { toProblem } from '../../api/problem.ts';
import { useLive } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Breakable } from '../../components/content/breakable.tsx';
import { CodeBlock } from '../../components/content/code-block.tsx';
import { CopyButton } from '../../components/content/copy-field.tsx';
import { JsonView } from '../../components/content/json-view.tsx';
import { Button, IconButton } from '../../components/controls/button.tsx';
import { Problem } from '../../components/feedback/problem.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { AttemptList, DeliveryBadge, isOver } from '../../components/webhooks/deliveries.tsx';
import { settled } from '../../components/webhooks/settled.ts';
import { useShortcuts } from '../../context/shortcuts.ts';
import { deliveryTexts } from '../../texts/en/deliveries.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { clockTime, logTime } from '../../texts/time.ts';
import styles from './deliveries.module.css';
import { deliveryReads } from './webhook-queries.ts';

const texts = webhookTexts.delivery;

const pollMs = 2_000;

interface DeliveryPanelProps {
  webhookId: string;
  eventId: string;
  isActive: boolean;
  mayManage: boolean;
  /** False if the page was opened with the delivery. */
  takesFocus: boolean;
  onClose: () => void;
}

/** One delivery, beside the log. On a narrow screen it replaces the log. */
export const DeliveryPanel = ({ webhookId, eventId, takesFocus, onClose, ...may }: DeliveryPanelProps) => {
  const params = { id: webhookId, event_id: eventId };
  const panel = useRef<HTMLElement>(null);
  const query = useLive('getDelivery', params, { everyMs: pollMs, isFinal: ({ data }) => isOver(data) });
  const redeliver = useOperation('redeliverEvent', deliveryReads, { done: texts.resent });
  const delivery = query.data && settled(query.data.data, may.isActive);
  const title = delivery?.event ?? texts.title;
  const isGone = query.error !== null && toProblem(query.error).status === 404;
  useShortcuts(title, [{ keys: 'Escape', label: texts.close, run: onClose }]);
  useEffect(() => {
    if (takesFocus) panel.current?.focus();
  }, [takesFocus]);
  return (
    <section ref={panel} tabIndex={-1} className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <h2>
          <Breakable text={title} isName />
        </h2>
        <div className={styles.actions}>
          {may.mayManage && delivery && (
            <ResendButton
              delivery={delivery}
              isActive={may.isActive}
              isPending={redeliver.isPending}
              onPress={() => redeliver.mutate({ params })}
            />
          )}
          <IconButton icon={X} label={texts.close} onPress={onClose} />
        </div>
      </div>
      <div className={styles.content}>
        {redeliver.error && <Problem error={redeliver.error} />}
        {may.mayManage && !may.isActive && delivery && delivery.status !== 'skipped' && (
          <p className={styles.muted}>{texts.resendOff}</p>
        )}
        {isGone && <p className={styles.gone}>{texts.gone}</p>}
        {query.error && !isGone && (
          <Problem
            error={query.error}
            title={texts.loadFailed}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {delivery ? <DeliveryContent delivery={delivery} webhookId={webhookId} /> : !query.error && <SkeletonRows />}
      </div>
    </section>
  );
};

interface ResendButtonProps {
  delivery: LoggedDeliveryDetails;
  isActive: boolean;
  isPending: boolean;
  onPress: () => void;
}

/** Resending needs a webhook that is on and an event that is not being delivered. */
const ResendButton = ({ delivery, isActive, isPending, onPress }: ResendButtonProps) =>
  isActive &&
  isOver(delivery) && (
    <Button size="small" aria-label={texts.resendLabel(delivery.event)} onPress={onPress} isPending={isPending}>
      <RotateCcw aria-hidden="true" />
      {texts.resend}
    </Button>
  );

const DeliveryContent = ({ delivery, webhookId }: { delivery: LoggedDeliveryDetails; webhookId: string }) => (
  <>
    <div className={styles.state}>
      <DeliveryBadge {...delivery} />
      <p role="status" className={styles.muted}>
        {outcomeOf(delivery)}
      </p>
    </div>
    <dl className={styles.facts}>
      <dt>{texts.occurred}</dt>
      <dd>
        <time dateTime={delivery.occurred_at}>{logTime(Date.parse(delivery.occurred_at))}</time>
      </dd>
      <dt>{texts.eventId}</dt>
      <dd className={styles.id}>
        <code>{delivery.event_id}</code>
        <CopyButton label={texts.eventId} value={delivery.event_id} />
      </dd>
    </dl>
    <JsonView label={texts.payload} value={delivery.payload} />
    <Attempts label={deliveryTexts.attempts} attempts={delivery.attempts} />
    <Attempts label={deliveryTexts.earlier} attempts={delivery.earlier_attempts} />
    <CodeBlock label={texts.headers} code={toHeaders(delivery, webhookId)} isScrollable />
  </>
);

const Attempts = ({ label, attempts }: { label: string; attempts: LoggedDeliveryDetails['attempts'] }) =>
  attempts.length > 0 && (
    <div className={styles.section}>
      <h3>{label}</h3>
      <AttemptList label={label} attempts={attempts} />
    </div>
  );

/** Every attempt has its own time and signature, which are not kept. */
const toHeaders = ({ event, event_id }: LoggedDeliveryDetails, webhookId: string): string =>
  [
    'Content-Type: application/json',
    `X-Service-Event: ${event}`,
    `X-Service-Webhook-Id: ${webhookId}`,
    'X-Service-Signature: t=…,v1=…',
    `webhook-id: ${event_id}`,
    'webhook-timestamp: …',
    'webhook-signature: v1,…',
  ].join('\n');

const outcomeOf = ({ status, attempt_count, next_attempt_at }: LoggedDeliveryDetails): string => {
  if (status === 'skipped' && attempt_count > 0) return texts.outcomes.stopped;
  if (status !== 'retrying') return texts.outcomes[status];
  return next_attempt_at && Date.parse(next_attempt_at) > Date.now()
    ? texts.outcomes.retrying(clockTime(Date.parse(next_attempt_at)))
    : texts.outcomes.retryingSoon;
};
