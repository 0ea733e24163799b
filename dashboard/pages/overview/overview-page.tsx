import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { useNow } from '../../components/content/relative-time.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { overviewTexts } from '../../texts/en/overview.ts';
import { BroadcastsCard, SentCard, WebhooksCard } from './activity-cards.tsx';
import { AttentionCard } from './attention-card.tsx';
import { findAttentionItems } from './attention-items.ts';
import styles from './overview.module.css';
import { useOverviewQueries } from './overview-queries.ts';
import { findProgress } from './progress.ts';
import { StepsCard } from './steps-card.tsx';

const texts = overviewTexts;

export const OverviewPage = () => {
  const { name } = useWorkspace();
  const queries = useOverviewQueries();
  const nowMs = useNow();
  const workspace = queries.workspace.data?.data;
  const usage = queries.usage.data?.data;
  const webhooks = queries.webhooks.data?.data;
  const invitations = queries.invitations.data?.data;
  const progress = findProgress({ workspace, usage, webhooks }, nowMs);
  const attentionItems = findAttentionItems({ webhooks, channels: workspace?.channels, usage, invitations }, nowMs);
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
