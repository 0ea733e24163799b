import type { MonthlyUsage, Usage } from '../../../functions/model/workspaces/usage.ts';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { Card } from '../../components/content/card.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { dayName, monthName } from '../../texts/calendar.ts';
import { usageTexts } from '../../texts/en/usage.ts';
import { messageCount } from '../../texts/numbers.ts';
import styles from './month-card.module.css';
import { PlanFigures } from './plan-figures.tsx';
import { monthBars, toDays } from './usage-bars.ts';

const texts = usageTexts;

/** The current month: what of the plan is used, and on which days. */
export const MonthCard = ({ usage }: { usage: Usage }) => {
  const current = usage.months.at(-1);
  if (!current) return null;
  const { subscription } = usage;
  return (
    <Card
      title={monthName(current.month)}
      actions={<Badge tone={subscription === 'active' ? 'ok' : 'bad'}>{texts.subscription[subscription]}</Badge>}
    >
      <div className={styles.content}>
        <PlanFigures usage={usage} current={current} />
        <Days current={current} />
      </div>
    </Card>
  );
};

const Days = ({ current }: { current: MonthlyUsage }) => {
  const { messages_used, undated } = current;
  const first = toDays(current).find(({ messages: sent }) => sent !== undefined);
  if (messages_used === 0) return <p className={styles.note}>{texts.noneThisMonth}</p>;
  if (!first) return <p className={styles.note}>{texts.undatedOnly(undated)}</p>;
  return (
    <>
      <BarChart
        label={texts.perDay}
        bars={monthBars(current)}
        format={messageCount}
        summary={texts.perDay}
        headers={{ name: texts.headers.day, value: texts.headers.messages }}
      />
      {undated > 0 && <p className={styles.note}>{texts.undated(undated, dayName(first.date))}</p>}
    </>
  );
};
