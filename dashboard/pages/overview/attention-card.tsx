import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'wouter';
import { Breakable } from '../../components/content/breakable.tsx';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { overviewTexts } from '../../texts/en/overview.ts';
import type { AttentionItem } from './attention-items.ts';
import styles from './overview.module.css';
import type { OverviewQueries } from './overview-queries.ts';

const texts = overviewTexts.needs;
const icons = { bad: CircleAlert, warn: TriangleAlert };

interface AttentionCardProps {
  items: readonly AttentionItem[];
  queries: OverviewQueries;
}

export const AttentionCard = ({ items, queries }: AttentionCardProps) => {
  const { usage, workspace, webhooks, invitations, inbox, failures } = queries;
  const isAgent = useWorkspace().role === 'agent';
  const sources = [inbox, failures, ...(isAgent ? [] : [usage, workspace, webhooks, invitations])];
  const failed = sources.filter(({ error }) => error !== null);
  const isLoading = sources.some(({ data, error }) => data === undefined && error === null);
  const query = {
    data: isLoading && items.length === 0 ? undefined : items,
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
  return (
    <Card title={texts.title} isFlush>
      <Listing
        query={query}
        failed={texts.loadFailed}
        isEmpty={items.length === 0}
        empty={failed.length === 0 && <None />}
      >
        <ul>
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      </Listing>
    </Card>
  );
};

const None = () => (
  <p className={styles.none}>
    <CircleCheck aria-hidden="true" />
    {texts.none}
  </p>
);

const Item = ({ item: { tone, text, since, path, action } }: { item: AttentionItem }) => {
  const { id } = useWorkspace();
  const Icon = icons[tone];
  return (
    <li className={styles.item} data-tone={tone}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        <p className={styles.text}>
          <span className="visually-hidden">{texts.severities[tone]}: </span>
          <Breakable text={text} />{' '}
          {since && (
            <span className={styles.since}>
              <RelativeTime at={since} />
            </span>
          )}
        </p>
        <Link href={`/w/${id}/${path}`} className={styles.action}>
          {action}
        </Link>
      </div>
    </li>
  );
};
