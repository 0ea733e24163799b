import { Link } from 'wouter';
import type { Broadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { Meter } from '../../components/charts/meter.tsx';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { stateTones, webhookState } from '../../components/webhooks/webhook-state.ts';
import { broadcastsPath, webhooksPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { deliveryTexts } from '../../texts/en/deliveries.ts';
import { overviewTexts } from '../../texts/en/overview.ts';
import { usageTexts } from '../../texts/en/usage.ts';
import { messageCount } from '../../texts/numbers.ts';
import { recentBars, sumBars } from '../usage/usage-bars.ts';
import styles from './overview.module.css';
import type { OverviewQueries } from './overview-queries.ts';
import { minutesLeft } from './progress.ts';

const texts = overviewTexts;
const stateTexts = deliveryTexts.webhookStates;

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

export const RunningBroadcastsCard = ({ query }: { query: OverviewQueries['broadcasts'] }) => {
  const broadcasts = query.data?.data ?? [];
  return (
    <Card title={texts.broadcasts.title} isFlush>
      <Listing query={query} failed={texts.broadcasts.loadFailed} isEmpty={broadcasts.length === 0} empty={null}>
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
  const { id: workspaceId } = useWorkspace();
  const { id, name, accepted, sent_count, failed_count } = broadcast;
  const left = minutesLeft(broadcast, useNow());
  const text = progressText(broadcast);
  return (
    <li className={styles.broadcast}>
      <p className={styles.name}>
        <Link href={broadcastsPath(workspaceId, id)}>{name}</Link>
      </p>
      <Meter label={`${name}: ${text}`} isProgress value={sent_count + failed_count} max={Math.max(1, accepted)} />
      <p className={styles.facts}>
        <span>{text}</span>
        {failed_count > 0 && <span className={styles.failed}>{texts.broadcasts.failed(failed_count)}</span>}
        {left !== undefined && <span className={styles.left}>{texts.broadcasts.left(left)}</span>}
      </p>
    </li>
  );
};

const progressText = ({ status, accepted, sent_count }: Broadcast): string => {
  if (accepted === 0) return texts.broadcasts.preparing;
  return status === 'queued' ? texts.broadcasts.waiting : texts.broadcasts.done(sent_count, accepted);
};

const states = ['turnedOff', 'failing', 'on', 'off'] as const;

/** Counts the webhooks in each state. Webhooks that need attention are named above. */
export const WebhooksCard = ({ query }: { query: OverviewQueries['webhooks'] }) => {
  const { id } = useWorkspace();
  const webhooks = query.data?.data ?? [];
  const last = webhooks.flatMap(({ last_delivery_at }) => last_delivery_at ?? []).sort();
  const lastAt = last.at(-1);
  return (
    <Card title={texts.webhooks.title} actions={<Link href={webhooksPath(id)}>{texts.webhooks.all}</Link>} isFlush>
      <Listing
        query={query}
        failed={texts.webhooks.loadFailed}
        isEmpty={webhooks.length === 0}
        empty={<p className={styles.empty}>{texts.webhooks.none}</p>}
      >
        <p className={styles.webhooks}>
          {states.map((state) => {
            const count = webhooks.filter((webhook) => webhookState(webhook) === state).length;
            return count > 0 && <Badge key={state} tone={stateTones[state]}>{`${count} ${stateTexts[state]}`}</Badge>;
          })}
          <span className={styles.lastDelivery}>
            {lastAt ? (
              <>
                {texts.webhooks.delivered} <RelativeTime at={lastAt} />
              </>
            ) : (
              texts.webhooks.never
            )}
          </span>
        </p>
      </Listing>
    </Card>
  );
};
