import { Link } from 'wouter';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { inboxPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { overviewTexts } from '../../texts/en/overview.ts';
import { RunningBroadcastsCard, SentCard, WebhooksCard } from './activity-cards.tsx';
import { AttentionCard } from './attention-card.tsx';
import { failureReasons, failuresMax, findAttentionItems } from './attention-items.ts';
import styles from './overview.module.css';
import { type OverviewQueries, useOverviewQueries } from './overview-queries.ts';
import { findProgress } from './progress.ts';
import { StepsCard } from './steps-card.tsx';

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
  const hasFailures = queries.failures.error !== null || failureReasons(failures ?? [], nowMs).length > 0;
  const isUnused = progress?.isUnused ?? false;
  const hasBroadcasts = queries.broadcasts.error !== null || (queries.broadcasts.data?.data.length ?? 0) > 0;
  const header = <PageHeader title={texts.title} context={name} lead={texts.lead} />;
  // All reads together decide on the cards. A card that came later would push the others down.
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
              {hasBroadcasts && <RunningBroadcastsCard query={queries.broadcasts} />}
            </div>
            <WebhooksCard query={queries.webhooks} />
          </>
        )}
      </div>
    </>
  );
};

const shownMax = 5;

/** Shows who waits for an answer, longest first: an Agent's own customers, or everybody's. */
const WaitingCard = ({ query }: { query: OverviewQueries['inbox'] }) => {
  const { id, role } = useWorkspace();
  const texts = overviewTexts.waiting;
  const view = role === 'agent' ? 'mine' : 'all';
  const waiting = query.data?.data.waiting.slice(0, shownMax) ?? [];
  return (
    <Card title={texts.title} actions={<Link href={inboxPath(id, { view })}>{texts.all}</Link>} isFlush>
      <Listing query={query} failed={texts.loadFailed} isEmpty={waiting.length === 0} empty={null}>
        <ul>
          {waiting.map(({ id: conversationId, contact, waiting_since: since }) => (
            <li key={conversationId} className={styles.row}>
              <Link href={inboxPath(id, { view, c: conversationId })}>
                <bdi>{contactName(contact)}</bdi>
              </Link>
              {since && <RelativeTime at={since} />}
            </li>
          ))}
        </ul>
      </Listing>
    </Card>
  );
};

const FailuresCard = ({ query }: { query: OverviewQueries['failures'] }) => {
  const { id } = useWorkspace();
  const texts = overviewTexts.failures;
  const reasons = failureReasons(query.data?.data ?? [], useNow());
  const isCut = reasons.reduce((sum, { count }) => sum + count, 0) === failuresMax;
  return (
    <Card title={texts.title} actions={<Link href={`/w/${id}/messages`}>{texts.all}</Link>} isFlush>
      <Listing query={query} failed={texts.loadFailed} isEmpty={reasons.length === 0} empty={null}>
        <ul>
          {reasons.slice(0, shownMax).map(({ key, reason, count }) => (
            <li key={key} className={styles.row}>
              <span>{reason}</span>
              <span className={styles.failed}>{count}</span>
            </li>
          ))}
        </ul>
        {isCut && <p className={styles.empty}>{texts.cut(failuresMax)}</p>}
      </Listing>
    </Card>
  );
};
