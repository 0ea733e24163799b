import { Link } from 'wouter';
import { consecutiveFailuresMax } from '../../../functions/model/deliveries/delivery.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { Breakable } from '../../components/content/breakable.tsx';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import type { OverviewQueries } from './overview-queries.ts';
import { webhookName, webhookPath } from './webhook-words.ts';
import styles from './webhooks-card.module.css';

const texts = en.overview.webhooks;
const shownMax = 6;

export const WebhooksCard = ({ query }: { query: OverviewQueries['webhooks'] }) => {
  const { id } = useWorkspace();
  const webhooks = query.data?.data ?? [];
  const sorted = webhooks.toSorted((left, right) => right.failure_count - left.failure_count);
  const all = <Link href={`/w/${id}/webhooks`}>{texts.all(webhooks.length)}</Link>;
  return (
    <Card title={texts.title} actions={webhooks.length > shownMax && all} isFlush>
      <Listing
        query={query}
        failed={texts.loadFailed}
        isEmpty={webhooks.length === 0}
        empty={<p className={styles.none}>{texts.none}</p>}
      >
        <ul>
          {sorted.slice(0, shownMax).map((webhook) => (
            <WebhookItem key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      </Listing>
    </Card>
  );
};

const tones: Record<keyof typeof texts.states, Tone> = { on: 'ok', failing: 'warn', off: 'off', turnedOff: 'bad' };

const stateOf = ({ is_active, failure_count }: WebhookDetails): keyof typeof tones => {
  if (is_active) return failure_count > 0 ? 'failing' : 'on';
  return failure_count >= consecutiveFailuresMax ? 'turnedOff' : 'off';
};

const WebhookItem = ({ webhook }: { webhook: WebhookDetails }) => {
  const { id } = useWorkspace();
  const { last_delivery_at, failure_count, failing_since } = webhook;
  const state = stateOf(webhook);
  return (
    <li className={styles.webhook}>
      <Link href={`/w/${id}/${webhookPath(webhook)}`} className={styles.name}>
        <Breakable text={webhookName(webhook)} />
      </Link>
      <Badge tone={tones[state]}>{texts.states[state]}</Badge>
      <p className={styles.facts}>
        {failure_count > 0 && (
          <span className={styles.failures}>
            {texts.failures(failure_count)}
            {failing_since && (
              <>
                {' '}
                {texts.since} <RelativeTime at={failing_since} />
              </>
            )}
          </span>
        )}
        <span>
          {last_delivery_at ? (
            <>
              {texts.delivered} <RelativeTime at={last_delivery_at} />
            </>
          ) : (
            texts.never
          )}
        </span>
      </p>
    </li>
  );
};
