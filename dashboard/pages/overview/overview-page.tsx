import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { useNow } from '../../components/content/relative-time.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { overviewTexts } from '../../texts/en/overview.ts';
import { BroadcastsCard, SentCard, WebhooksCard } from './activity-cards.tsx';
import { AttentionCard } from './attention-card.tsx';
import { failureReasons, findAttentionItems } from './attention-items.ts';
import styles from './overview.module.css';
import { useOverviewQueries } from './overview-queries.ts';
import { findProgress } from './progress.ts';
import { StepsCard } from './steps-card.tsx';
import { FailuresCard, WaitingCard } from './work-cards.tsx';

const texts = overviewTexts;

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
  const hasFailures = failureReasons(failures ?? [], nowMs).length > 0;
  const isUnused = progress?.isUnused ?? false;
  const hasBroadcasts = queries.broadcasts.error !== null || (queries.broadcasts.data?.data.length ?? 0) > 0;
  const header = <PageHeader title={texts.title} context={name} lead={texts.lead} />;
  // Which cards there are depends on all reads. A card that came later would push the others down.
  if (Object.values(queries).some(({ isLoading }) => isLoading))
    return (
      <>
        {header}
        <Card isFlush>
          <SkeletonRows />
        </Card>
      </>
    );
  return (
    <>
      {header}
      <div className={styles.cards}>
        {progress?.hasSteps && <StepsCard progress={progress} />}
        {(!isUnused || attentionItems.length > 0) && <AttentionCard items={attentionItems} queries={queries} />}
        {(hasWaiting || hasFailures) && (
          <div className={styles.pair} data-single={!(hasWaiting && hasFailures) || undefined}>
            {hasWaiting && <WaitingCard query={queries.inbox} />}
            {hasFailures && <FailuresCard query={queries.failures} />}
          </div>
        )}
        {!isUnused && (
          <>
            <div className={styles.pair} data-single={!hasBroadcasts || undefined}>
              <SentCard query={queries.usage} />
              {hasBroadcasts && <BroadcastsCard query={queries.broadcasts} />}
            </div>
            <WebhooksCard query={queries.webhooks} />
          </>
        )}
      </div>
    </>
  );
};
