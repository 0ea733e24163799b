import { Link } from 'wouter';
import type { ListedEvent } from '../../../functions/model/deliveries/delivery-log.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { DeliveryBadge } from '../../components/webhooks/delivery-badge.tsx';
import { resultWords } from '../../components/webhooks/delivery-words.ts';
import { webhookName } from '../../components/webhooks/webhook-name.ts';
import { webhookPath } from '../../context/paths.ts';
import { en } from '../../texts/en.ts';
import styles from './delivery-chip.module.css';

const texts = en.events;

interface DeliveryChipProps {
  workspaceId: string;
  eventId: string;
  delivery: ListedEvent['deliveries'][number];
  /** Undefined while the webhooks load. */
  webhook: WebhookDetails | undefined;
}

/** Opens the delivery in the log of its webhook. */
export const DeliveryChip = ({ workspaceId, eventId, delivery, webhook }: DeliveryChipProps) => (
  <Link
    href={webhookPath(workspaceId, delivery.webhook_id, eventId)}
    className={styles.chip}
    title={resultWords(delivery)}
  >
    <span className={styles.name}>{nameOf(webhook)}</span>
    <DeliveryBadge status={delivery.status} />
    {delivery.attempt_count > 1 && <span className={styles.attempts}>{texts.attempts(delivery.attempt_count)}</span>}
  </Link>
);

const nameOf = (webhook: WebhookDetails | undefined): string => {
  if (!webhook) return texts.someWebhook;
  return webhook.provider === 'api' ? webhookName(webhook.url) : en.integrations.tools[webhook.provider];
};
