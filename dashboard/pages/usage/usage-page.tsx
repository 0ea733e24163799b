import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { usageTexts } from '../../texts/en/usage.ts';
import { MonthCard } from './month-card.tsx';
import styles from './usage-page.module.css';
import { YearCard } from './year-card.tsx';

const texts = usageTexts;

export const UsagePage = () => {
  const workspace = useWorkspace();
  const query = useLive('getUsage', { workspace_id: workspace.id }, { everyMs: 60_000 });
  const usage = query.data?.data;
  const listing = (
    <Listing query={query} failed={texts.loadFailed} isEmpty={false} empty={null}>
      {usage && (
        <div className={styles.cards}>
          <MonthCard usage={usage} />
          <YearCard months={usage.months} />
        </div>
      )}
    </Listing>
  );
  return (
    <>
      <PageHeader title={texts.title} context={workspace.name} lead={texts.lead} />
      {usage ? listing : <Card isFlush>{listing}</Card>}
    </>
  );
};
