import { Link } from 'wouter';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { inboxPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { messageTexts } from '../../texts/en/messages.ts';
import { overviewTexts } from '../../texts/en/overview.ts';
import { messageWords } from '../inbox/words/message-words.ts';
import { RunningBroadcastsCard, SentCard, WebhooksCard } from './activity-cards.tsx';
import { AttentionCard } from './attention-card.tsx';
import { failureReasons, failuresMax, findAttentionItems, waitingMax } from './attention-items.ts';
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
        {!isUnused && role === 'agent' && hasBroadcasts && <RunningBroadcastsCard query={queries.broadcasts} />}
        {!isUnused && role !== 'agent' && (
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

/** Shows who waits for an answer, longest first: an Agent's own customers and those of nobody, or everybody's. */
const WaitingCard = ({ query }: { query: OverviewQueries['inbox'] }) => {
  const { id, role } = useWorkspace();
  const { user } = useSession();
  const texts = overviewTexts.waiting;
  const members = useLive('listMembers', {}, { everyMs: false, isAside: true }).data?.data ?? [];
  const names = new Map(members.map(({ user_id, name }) => [user_id, name]));
  const all = query.data?.data.waiting ?? [];
  const path = inboxPath(id, { view: role === 'agent' ? 'unassigned' : 'all' });
  const ownerOf = (agentId: string | null) =>
    agentId === null ? texts.nobody : agentId === user.id ? texts.you : names.get(agentId);
  return (
    <Card title={texts.title} actions={<Link href={path}>{texts.all}</Link>} isFlush>
      <Listing query={query} failed={texts.loadFailed} isEmpty={all.length === 0} empty={null}>
        <ul>
          {all.slice(0, shownMax).map(({ id: c, contact, channel, last_message: last, ...row }) => (
            <li key={c} className={styles.row}>
              <div className={styles.customer}>
                <Link href={inboxPath(id, { view: row.assigned_agent_id === null ? 'unassigned' : 'all', c })}>
                  <bdi>{contactName(contact)}</bdi>
                </Link>
                {last && (
                  <span className={styles.excerpt} dir="auto">
                    {messageWords(last)}
                  </span>
                )}
                <span className={styles.since}>
                  {[messageTexts.channels[channel], ownerOf(row.assigned_agent_id)].filter(Boolean).join(' · ')}
                </span>
              </div>
              {row.waiting_since && <RelativeTime at={row.waiting_since} />}
            </li>
          ))}
        </ul>
        {all.length > shownMax && (
          <p className={styles.empty}>
            <Link href={path}>{texts.more(all.length - shownMax, all.length === waitingMax)}</Link>
          </p>
        )}
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
          {reasons.slice(0, shownMax).map(({ key, code, reason, count }) => (
            <li key={key} className={styles.row}>
              <Link href={`/w/${id}/messages${code === null ? '' : `?${new URLSearchParams({ q: code })}`}`}>
                {reason}
              </Link>
              <span className={styles.failed}>{count}</span>
            </li>
          ))}
        </ul>
        {isCut && <p className={styles.empty}>{texts.cut(failuresMax)}</p>}
      </Listing>
    </Card>
  );
};
