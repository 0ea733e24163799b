import { Suspense } from 'react';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { useNow } from '../../components/content/relative-time.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { overviewTexts } from '../../texts/en/overview.ts';
import { RunningBroadcastsCard, SentCard, WebhooksCard } from './activity-cards.tsx';
import { AttentionCard } from './attention-card.tsx';
import { findAttentionItems, isOfToday } from './attention-items.ts';
import styles from './overview.module.css';
import { useOverviewQueries } from './overview-queries.ts';
import { findProgress } from './progress.ts';

const texts = overviewTexts;
const StepsCard = lazyComponent(() => import('./steps-card.tsx'), 'StepsCard');
const customerCards = () => import('./customer-cards.tsx');
const WaitingCard = lazyComponent(customerCards, 'WaitingCard');
const Numbers = lazyComponent(customerCards, 'Numbers');
const FailuresCard = lazyComponent(customerCards, 'FailuresCard');

export const OverviewPage = () => {
  const { name, role } = useWorkspace();
  const { user } = useSession();
  const queries = useOverviewQueries();
  const nowMs = useNow();
  const workspace = queries.workspace.data?.data;
  const usage = queries.usage.data?.data;
  const webhooks = queries.webhooks.data?.data;
  const invitations = queries.invitations.data?.data;
  const progress = findProgress({ workspace, usage, webhooks }, nowMs);
  const waiting = queries.inbox.data?.data.waiting;
  const failures = queries.failures.data?.data;
  const attentionItems = findAttentionItems(
    {
      ...{ webhooks, channels: workspace?.channels, usage, invitations, waiting, failures },
      agentId: role === 'agent' ? user.id : undefined,
    },
    nowMs,
  );
  const hasWaiting = queries.inbox.error !== null || (waiting?.length ?? 0) > 0;
  const hasFailures = queries.failures.error !== null || (failures ?? []).some((message) => isOfToday(message, nowMs));
  const isUnused = progress?.isUnused ?? false;
  const hasBroadcasts = queries.broadcasts.error !== null || (queries.broadcasts.data?.data.length ?? 0) > 0;
  const isManaged = !isUnused && role !== 'agent';
  const header = <PageHeader title={texts.title} context={name} lead={texts.lead} />;
  // All reads together decide on the cards. A card that came later would push the others down.
  const skeleton = (
    <Card isFlush>
      <SkeletonRows />
    </Card>
  );
  if (Object.values(queries).some(({ isLoading }) => isLoading))
    return (
      <>
        {header}
        {skeleton}
      </>
    );
  return (
    <>
      {header}
      <Suspense fallback={skeleton}>
        <div className={styles.page}>
          {!isUnused && <Numbers queries={queries} />}
          {progress?.hasSteps && <StepsCard progress={progress} />}
          {(!isUnused || attentionItems.length > 0) && <AttentionCard items={attentionItems} queries={queries} />}
          <div className={styles.pair}>
            <div className={styles.cards}>
              {hasWaiting && <WaitingCard query={queries.inbox} />}
              {isManaged && <SentCard query={queries.usage} />}
            </div>
            <div className={styles.cards}>
              {hasFailures && <FailuresCard query={queries.failures} />}
              {!isUnused && hasBroadcasts && <RunningBroadcastsCard query={queries.broadcasts} />}
              {isManaged && <WebhooksCard query={queries.webhooks} />}
            </div>
          </div>
        </div>
      </Suspense>
    </>
  );
};
