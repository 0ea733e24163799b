import { useNow } from '../../components/content/now.ts';
import { PageHeader } from '../../components/content/page-header.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { BroadcastsCard } from './broadcasts-card.tsx';
import { findNeeds } from './needs.ts';
import { NeedsCard } from './needs-card.tsx';
import styles from './overview-page.module.css';
import { useOverviewQueries } from './overview-queries.ts';
import { findProgress } from './progress.ts';
import { SentCard } from './sent-card.tsx';
import { StepsCard } from './steps-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

const texts = en.overview;

export const OverviewPage = () => {
  const { name } = useWorkspace();
  const queries = useOverviewQueries();
  const nowMs = useNow();
  const workspace = queries.workspace.data?.data;
  const usage = queries.usage.data?.data;
  const webhooks = queries.webhooks.data?.data;
  const invitations = queries.invitations.data?.data;
  const progress = findProgress({ workspace, usage, webhooks }, nowMs);
  const needs = findNeeds({ webhooks, channels: workspace?.channels, usage, invitations }, nowMs);
  const isUnused = progress?.isUnused ?? false;
  return (
    <>
      <PageHeader title={texts.title} context={name} lead={texts.lead} />
      <div className={styles.cards}>
        {progress?.hasSteps && <StepsCard progress={progress} />}
        {(!isUnused || needs.length > 0) && <NeedsCard needs={needs} queries={queries} />}
        {!isUnused && (
          <>
            <div className={styles.pair}>
              <SentCard query={queries.usage} />
              <BroadcastsCard query={queries.broadcasts} />
            </div>
            <WebhooksCard query={queries.webhooks} />
          </>
        )}
      </div>
    </>
  );
};
