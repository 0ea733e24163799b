import { Link } from 'wouter';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { Card } from '../../components/content/card.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { en } from '../../texts/en.ts';
import { messageCount } from '../../texts/numbers.ts';
import { recentBars, sumBars } from '../usage/usage-bars.ts';
import type { OverviewQueries } from './overview-queries.ts';
import styles from './sent-card.module.css';

const texts = en.overview.sent;
const daysShown = 30;

export const SentCard = ({ query }: { query: OverviewQueries['usage'] }) => {
  const { id } = useWorkspace();
  const bars = recentBars(query.data?.data.months ?? [], daysShown);
  const total = sumBars(bars);
  return (
    <Card title={texts.title} actions={<Link href={`/w/${id}/settings/usage`}>{texts.more}</Link>} isFlush>
      <Listing
        query={query}
        failed={texts.loadFailed}
        isEmpty={total === 0}
        empty={<p className={styles.none}>{texts.none}</p>}
      >
        <div className={styles.chart}>
          <BarChart
            label={en.usage.perDay}
            bars={bars}
            format={messageCount}
            summary={texts.total(total)}
            headers={{ name: en.usage.headers.day, value: en.usage.headers.messages }}
          />
        </div>
      </Listing>
    </Card>
  );
};
