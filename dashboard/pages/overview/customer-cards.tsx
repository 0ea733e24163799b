import { Link } from 'wouter';
import type { InboxConversation } from '../../../functions/model/conversations/inbox.ts';
import { useLive } from '../../api/queries.ts';
import { Avatar } from '../../components/content/avatar.tsx';
import { Card } from '../../components/content/card.tsx';
import { Facts } from '../../components/content/facts.tsx';
import { RelativeTime, useNow } from '../../components/content/relative-time.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { inboxPath } from '../../context/paths.ts';
import { useSession } from '../../context/session.ts';
import { useWorkspace } from '../../context/workspace.tsx';
import { contactName } from '../../texts/contact-name.ts';
import { messageTexts } from '../../texts/en/messages.ts';
import { overviewTexts } from '../../texts/en/overview.ts';
import { count } from '../../texts/numbers.ts';
import { durationWords } from '../inbox/words/ages.ts';
import { messageWords } from '../inbox/words/message-words.ts';
import { recentBars } from '../usage/usage-bars.ts';
import { failuresMax, isOfToday, waitingMax } from './attention-items.ts';
import { failureReasons } from './failure-reasons.ts';
import styles from './overview.module.css';
import type { OverviewQueries } from './overview-queries.ts';

const shownMax = 5;

type LastMessage = NonNullable<InboxConversation['last_message']>;

/** The day in numbers, each with the page that it is about. */
export const Numbers = ({ queries }: { queries: OverviewQueries }) => {
  const { id, role } = useWorkspace();
  const texts = overviewTexts.numbers;
  const nowMs = useNow();
  // The badge of the inbox has read it already.
  const counts = useLive('countInbox', {}, { isAside: true }).data?.data;
  const since = queries.inbox.data?.data.waiting[0]?.waiting_since;
  const failures = queries.failures.data?.data;
  const failed = failures?.filter((message) => isOfToday(message, nowMs)).length;
  const isCut = failed === failuresMax;
  const sent = recentBars(queries.usage.data?.data.months ?? [], 1)[0]?.value;
  const link = (path: string, value: string) => (
    <Link className="row-link" href={`/w/${id}/${path}`}>
      {value}
    </Link>
  );
  const number = (value: number | undefined, isMin = false) =>
    value === undefined ? '–' : `${count(value)}${isMin ? '+' : ''}`;
  const isMin = counts?.is_exact === false;
  return (
    <Facts
      label={texts.label}
      facts={[
        { name: texts.open, value: link('inbox?view=all', number(counts?.all, isMin)) },
        { name: texts.unassigned, value: link('inbox?view=unassigned', number(counts?.unassigned, isMin)) },
        { name: texts.longest, value: since ? durationWords(nowMs - Date.parse(since)) : texts.noWait },
        { name: texts.failed, value: link('messages?show=failed', number(failed, isCut)), isBad: Boolean(failed) },
        ...(role === 'agent' ? [] : [{ name: texts.sent, value: link('settings/usage', number(sent)) }]),
      ]}
    />
  );
};

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
  // Who waits may have got a message that is no answer.
  const authorOf = ({ direction, status, author }: LastMessage) => {
    if (direction === 'inbound') return '';
    if (status === 'failed') return texts.notDelivered;
    if (author.kind === 'broadcast') return texts.broadcast;
    return author.kind === 'member' ? texts.by(ownerOf(author.id) ?? author.name ?? '') : texts.api;
  };
  return (
    <Card title={texts.title} actions={<Link href={path}>{texts.all}</Link>} isFlush>
      <Listing query={query} failed={texts.loadFailed} isEmpty={all.length === 0} empty={null}>
        <ul>
          {all.slice(0, shownMax).map(({ id: c, contact, channel, last_message: last, ...row }) => (
            <li key={c} className={styles.waiting}>
              <Avatar kind="person" id={contact.id} name={contactName(contact)} channel={channel} size={36} />
              <div className={styles.customer}>
                <Link
                  className={`clipped row-link ${styles.name}`}
                  href={inboxPath(id, { view: row.assigned_agent_id === null ? 'unassigned' : 'all', c })}
                >
                  <bdi>{contactName(contact)}</bdi>
                </Link>
                {last && (
                  <span className="clipped" dir="auto">
                    {authorOf(last)} {messageWords(last)}
                  </span>
                )}
              </div>
              <div className={styles.since}>
                {row.waiting_since && <RelativeTime at={row.waiting_since} />}
                <span>
                  {[messageTexts.channels[channel], ownerOf(row.assigned_agent_id)].filter(Boolean).join(' · ')}
                </span>
              </div>
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
  const nowMs = useNow();
  const reasons = failureReasons((query.data?.data ?? []).filter((message) => isOfToday(message, nowMs)));
  const isCut = reasons.reduce((sum, { count: number }) => sum + number, 0) === failuresMax;
  return (
    <Card title={texts.title} actions={<Link href={path}>{texts.all}</Link>} isFlush>
      <Listing query={query} failed={texts.loadFailed} isEmpty={reasons.length === 0} empty={null}>
        <ul>
          {reasons.slice(0, shownMax).map(({ key, code, reason, count: number }) => (
            <li key={key} className={styles.row}>
              <Link href={code === null ? path : `${path}&${new URLSearchParams({ q: code })}`}>{reason}</Link>
              <span className={styles.failed}>{number}</span>
            </li>
          ))}
        </ul>
        {isCut && <p className={styles.empty}>{texts.cut(failuresMax)}</p>}
      </Listing>
    </Card>
  );
};
