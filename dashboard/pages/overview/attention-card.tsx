import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'wouter';
import { Breakable } from '../../components/content/breakable.tsx';
import { Card } from '../../components/content/card.tsx';
import { RelativeTime } from '../../components/content/relative-time.tsx';
import { Button } from '../../components/controls/button.tsx';
import { SkeletonRows } from '../../components/feedback/skeleton.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { overviewTexts } from '../../texts/en/overview.ts';
import { en } from '../../texts/en.ts';
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
  return (
    <Card title={texts.title} isFlush>
      <ul>
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {failed.length > 0 ? (
        <Unchecked
          onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          isRetrying={failed.some(({ isFetching }) => isFetching)}
        />
      ) : isLoading ? (
        <SkeletonRows />
      ) : (
        items.length === 0 && (
          <p className={styles.none}>
            <CircleCheck aria-hidden="true" />
            {texts.none}
          </p>
        )
      )}
    </Card>
  );
};

/** The card of each read that failed says what failed. */
const Unchecked = ({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) => (
  <div className={styles.none} data-tone="warn">
    <TriangleAlert aria-hidden="true" />
    {texts.loadFailed}
    <Button size="small" onPress={onRetry} isPending={isRetrying}>
      {en.problem.retry}
    </Button>
  </div>
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
