import { Link } from 'wouter';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { inboxPath } from '../../context/paths.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { overviewTexts } from '../../texts/en/overview.ts';
import { failureReasons, failuresMax } from './attention-items.ts';
import styles from './overview.module.css';
import type { OverviewQueries } from './overview-queries.ts';

const shownMax = 5;

/** Who waits for an answer, longest first: an Agent's own customers, or everybody's. */
export const WaitingCard = ({ query }: { query: OverviewQueries['inbox'] }) => {
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

export const FailuresCard = ({ query }: { query: OverviewQueries['failures'] }) => {
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
