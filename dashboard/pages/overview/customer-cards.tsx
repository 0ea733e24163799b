import { Link } from 'wouter';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { inboxPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { messageTexts } from '../../texts/en/messages.ts';
import { overviewTexts } from '../../texts/en/overview.ts';
import { messageWords } from '../inbox/words/message-words.ts';
import { failuresMax, waitingMax } from './attention-items.ts';
import { failureReasons } from './failure-reasons.ts';
import styles from './overview.module.css';
import type { OverviewQueries } from './overview-queries.ts';

const shownMax = 5;

/** Shows who waits for an answer, longest first: an Agent's own customers and those of nobody, or everybody's. */
export const WaitingCard = ({ query }: { query: OverviewQueries['inbox'] }) => {
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

export const FailuresCard = ({ query }: { query: OverviewQueries['failures'] }) => {
  const { id } = useWorkspace();
  const texts = overviewTexts.failures;
  const path = `/w/${id}/messages?show=failed`;
  const reasons = failureReasons(query.data?.data ?? [], useNow());
  const isCut = reasons.reduce((sum, { count }) => sum + count, 0) === failuresMax;
  return (
    <Card title={texts.title} actions={<Link href={path}>{texts.all}</Link>} isFlush>
      <Listing query={query} failed={texts.loadFailed} isEmpty={reasons.length === 0} empty={null}>
        <ul>
          {reasons.slice(0, shownMax).map(({ key, code, reason, count }) => (
            <li key={key} className={styles.row}>
              <Link href={code === null ? path : `${path}&${new URLSearchParams({ q: code })}`}>{reason}</Link>
              <span className={styles.failed}>{count}</span>
            </li>
          ))}
        </ul>
        {isCut && <p className={styles.empty}>{texts.cut(failuresMax)}</p>}
      </Listing>
    </Card>
  );
};
