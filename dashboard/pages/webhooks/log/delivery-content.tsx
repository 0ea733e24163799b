import type { DeliveryDetails } from '../../../../functions/model/deliveries/delivery-log.ts';
import { CopyButton } from '../../../components/content/copy-field.tsx';
import { JsonView } from '../../../components/content/json-view.tsx';
import { AttemptList } from '../../../components/webhooks/attempt-list.tsx';
import { DeliveryBadge } from '../../../components/webhooks/delivery-badge.tsx';
import { en } from '../../../texts/en.ts';
import { clockTime, logTime } from '../../../texts/time.ts';
import styles from './delivery-content.module.css';

const texts = en.webhooks.delivery;

export const DeliveryContent = ({ delivery }: { delivery: DeliveryDetails }) => (
  <>
    <div className={styles.state}>
      <DeliveryBadge status={delivery.status} />
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
    {delivery.attempts.length > 0 && (
      <div className={styles.section}>
        <h3>{en.deliveries.attempts}</h3>
        <AttemptList attempts={delivery.attempts} />
      </div>
    )}
    <JsonView label={texts.payload} value={delivery.payload} />
  </>
);

const outcomeOf = ({ status, next_attempt_at }: DeliveryDetails): string => {
  if (status !== 'retrying') return texts.outcomes[status];
  return next_attempt_at
    ? texts.outcomes.retrying(clockTime(Date.parse(next_attempt_at)))
    : texts.outcomes.retryingSoon;
};
