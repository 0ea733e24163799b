import { Link } from 'wouter';
import type { ListedEvent } from '../../../functions/model/deliveries/delivery-log.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { webhookPath } from '../../app/paths.ts';
import { DeliveryBadge } from '../../components/webhooks/delivery-badge.tsx';
import { resultWords } from '../../components/webhooks/delivery-words.ts';
import { webhookName } from '../../components/webhooks/webhook-name.ts';
import { messages } from '../../messages/en.ts';
import styles from './delivery-chip.module.css';

const texts = messages.events;

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
  return webhook.provider === 'api' ? webhookName(webhook.url) : messages.integrations.tools[webhook.provider];
};
