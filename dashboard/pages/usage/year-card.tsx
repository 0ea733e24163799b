import type { MonthlyUsage } from '../../../functions/model/workspaces/usage.ts';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { Card } from '../../components/content/card.tsx';
import { usageTexts } from '../../texts/en/usage.ts';
import { messageCount } from '../../texts/numbers.ts';
import { sumBars, yearBars } from './usage-bars.ts';
import styles from './year-card.module.css';

const texts = usageTexts;

export const YearCard = ({ months }: { months: readonly MonthlyUsage[] }) => {
  const bars = yearBars(months);
  const total = sumBars(bars);
  return (
    <Card title={texts.year}>
      {total === 0 ? (
        <p className={styles.note}>{texts.noneThisYear}</p>
      ) : (
        <BarChart
          label={texts.perMonth}
          bars={bars}
          format={messageCount}
          summary={texts.total(total)}
          headers={{ name: texts.headers.month, value: texts.headers.messages }}
        />
      )}
    </Card>
  );
};
