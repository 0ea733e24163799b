import Plug from 'lucide-react/icons/plug';
import { Link } from 'wouter';
import type { WebhookHealth } from '../../../functions/model/deliveries/delivery-log.ts';
import type { Provider, WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { WebhookBadge } from '../../components/webhooks/deliveries.tsx';
import { describeAttempt, isAccepted } from '../../components/webhooks/delivery-texts.ts';
import { webhookState } from '../../components/webhooks/webhook-state.ts';
import { integrationsPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { toolNames } from '../../texts/en/tools.ts';
import { webhookTexts } from '../../texts/en/webhooks.ts';
import { outcomeWords } from './day-texts.ts';
import { useHealth } from './webhook-queries.ts';
import styles from './webhooks.module.css';

const texts = webhookTexts;

/** The connection of an automation tool is a webhook that Integrations manages. */
export const ToolLink = ({ provider }: { provider: Provider }) => {
  const { id } = useWorkspace();
  if (provider === 'api') return null;
  return (
    <Link href={integrationsPath(id)} className={styles.link}>
      <Plug aria-hidden="true" />
      {webhookTexts.tool(toolNames[provider])}
    </Link>
  );
};

/** Whether the server did not take the last event. The page reads the health elsewhere. */
export const useIsRefused = (webhookId: string): boolean => {
  const last = useHealth(webhookId, false, false).data?.data.last_attempt;
  return last ? !isAccepted(last.code) : false;
};

/** On is not all in order while events of the last day are missing, or wait for a server that does not take them. */
export const LiveBadge = ({ webhook }: { webhook: WebhookDetails }) => {
  const { data } = useHealth(webhook.id, false, false);
  const isRefused = useIsRefused(webhook.id);
  const isIncomplete = data && outcomeWords(data.data.last_24_hours).bad !== undefined;
  if (webhookState(webhook) !== 'on' || !(isRefused || isIncomplete)) return <WebhookBadge webhook={webhook} />;
  return <Badge tone="warn">{isRefused ? texts.onFailing : texts.onIncomplete}</Badge>;
};

export const LastAnswer = ({ attempt }: { attempt: WebhookHealth['last_attempt'] }) => {
  if (attempt === null) return <span className={styles.muted}>{texts.noAnswer}</span>;
  return (
    <span className={styles.answer}>
      <strong className={styles.code} data-accepted={isAccepted(attempt.code)}>
        {describeAttempt(attempt.code)}
      </strong>
      <span className={styles.muted}>
        <RelativeTime at={attempt.at} />
      </span>
    </span>
  );
};
