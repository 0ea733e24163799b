import { Link } from 'wouter';
import type { Broadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { consecutiveFailuresMax } from '../../../functions/model/deliveries/delivery.ts';
import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { Meter } from '../../components/charts/meter.tsx';
import { Breakable } from '../../components/content/breakable.tsx';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import type { Tone } from '../../components/feedback/tone.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { overviewTexts } from '../../texts/en/overview.ts';
import { usageTexts } from '../../texts/en/usage.ts';
import { messageCount } from '../../texts/numbers.ts';
import { recentBars, sumBars } from '../usage/usage-bars.ts';
import { webhookLabel, webhookSubpath } from './attention-items.ts';
import styles from './overview.module.css';
import type { OverviewQueries } from './overview-queries.ts';
import { minutesLeft } from './progress.ts';

const texts = overviewTexts;

const daysShown = 30;

export const SentCard = ({ query }: { query: OverviewQueries['usage'] }) => {
  const { id } = useWorkspace();
  const bars = recentBars(query.data?.data.months ?? [], daysShown);
  const total = sumBars(bars);
  return (
    <Card title={texts.sent.title} actions={<Link href={`/w/${id}/settings/usage`}>{texts.sent.more}</Link>} isFlush>
      <Listing
        query={query}
        failed={texts.sent.loadFailed}
        isEmpty={total === 0}
        empty={<p className={styles.empty}>{texts.sent.none}</p>}
      >
        <div className={styles.chart}>
          <BarChart
            label={usageTexts.perDay}
            bars={bars}
            format={messageCount}
            summary={texts.sent.total(total)}
            headers={{ name: usageTexts.headers.day, value: usageTexts.headers.messages }}
          />
        </div>
      </Listing>
    </Card>
  );
};

export const BroadcastsCard = ({ query }: { query: OverviewQueries['broadcasts'] }) => {
  const broadcasts = query.data?.data ?? [];
  return (
    <Card title={texts.broadcasts.title} isFlush>
      <Listing
        query={query}
        failed={texts.broadcasts.loadFailed}
        isEmpty={broadcasts.length === 0}
        empty={<p className={styles.empty}>{texts.broadcasts.none}</p>}
      >
        <ul>
          {broadcasts.map((broadcast) => (
            <BroadcastItem key={broadcast.id} broadcast={broadcast} />
          ))}
        </ul>
      </Listing>
    </Card>
  );
};

const BroadcastItem = ({ broadcast }: { broadcast: Broadcast }) => {
  const { name, accepted, pending_count, failed_count } = broadcast;
  const left = minutesLeft(broadcast, useNow());
  const done = accepted - pending_count;
  const text = progressText(broadcast);
  return (
    <li className={styles.broadcast}>
      <p className={styles.name}>{name}</p>
      <Meter label={`${name}: ${text}`} isProgress value={done} max={Math.max(1, accepted)} />
      <p className={styles.facts}>
        <span>{text}</span>
        {failed_count > 0 && <span className={styles.failed}>{texts.broadcasts.failed(failed_count)}</span>}
        {left !== undefined && <span className={styles.left}>{texts.broadcasts.left(left)}</span>}
      </p>
    </li>
  );
};

const progressText = ({ status, accepted, pending_count }: Broadcast): string => {
  if (accepted === 0) return texts.broadcasts.preparing;
  return status === 'queued' ? texts.broadcasts.waiting : texts.broadcasts.done(accepted - pending_count, accepted);
};

const shownMax = 6;

export const WebhooksCard = ({ query }: { query: OverviewQueries['webhooks'] }) => {
  const { id } = useWorkspace();
  const webhooks = query.data?.data ?? [];
  const sorted = webhooks.toSorted((left, right) => right.failure_count - left.failure_count);
  const all = <Link href={`/w/${id}/webhooks`}>{texts.webhooks.all(webhooks.length)}</Link>;
  return (
    <Card title={texts.webhooks.title} actions={webhooks.length > shownMax && all} isFlush>
      <Listing
        query={query}
        failed={texts.webhooks.loadFailed}
        isEmpty={webhooks.length === 0}
        empty={<p className={styles.empty}>{texts.webhooks.none}</p>}
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

const tones: Record<keyof typeof texts.webhooks.states, Tone> = {
  on: 'ok',
  failing: 'warn',
  off: 'off',
  turnedOff: 'bad',
};

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
      <Link href={`/w/${id}/${webhookSubpath(webhook)}`} className={styles.webhookName}>
        <Breakable text={webhookLabel(webhook)} />
      </Link>
      <Badge tone={tones[state]}>{texts.webhooks.states[state]}</Badge>
      <p className={styles.webhookFacts}>
        {failure_count > 0 && (
          <span className={styles.failures}>
            {texts.webhooks.failures(failure_count)}
            {failing_since && (
              <>
                {failure_count > 1 && texts.webhooks.since} <RelativeTime at={failing_since} />
              </>
            )}
          </span>
        )}
        <span>
          {last_delivery_at ? (
            <>
              {texts.webhooks.delivered} <RelativeTime at={last_delivery_at} />
            </>
          ) : (
            texts.webhooks.never
          )}
        </span>
      </p>
    </li>
  );
};
