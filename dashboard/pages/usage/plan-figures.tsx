import type { MonthlyUsage, Usage } from '../../../functions/model/workspaces/usage.ts';
import { forecastUsage } from '../../../functions/model/workspaces/usage-forecast.ts';
import { Meter } from '../../components/charts/meter.tsx';
import { useNow } from '../../components/content/relative-time.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { dayName, nextMonthName } from '../../texts/calendar.ts';
import { usageTexts } from '../../texts/en/usage.ts';
import { count } from '../../texts/numbers.ts';
import styles from './plan-figures.module.css';
import { planTone } from './plan-tone.ts';

const texts = usageTexts;

interface PlanFiguresProps {
  usage: Usage;
  current: MonthlyUsage;
}

export const PlanFigures = ({ usage, current }: PlanFiguresProps) => {
  const { messages_per_month: limit, subscription } = usage;
  const { messages_used: used, month } = current;
  const forecast = forecastUsage(usage, useNow());
  return (
    <div className={styles.figures}>
      <p className={styles.figure}>
        <strong>{count(used)}</strong> {limit === null ? texts.noLimit(used) : texts.ofPlan(used, limit)}
      </p>
      {limit !== null && (
        <Meter label={texts.used(used, limit)} value={used} max={limit} tone={planTone(used, limit)} />
      )}
      {forecast?.kind === 'used_up' && (
        <p className={styles.warning}>{texts.forecast.usedUp(dayName(forecast.date))}</p>
      )}
      {forecast?.kind === 'enough' && <p className={styles.note}>{texts.forecast.enough(forecast.messages)}</p>}
      {subscription === 'lapsed' && (
        <Notice tone="bad">
          <p>{texts.lapsed}</p>
        </Notice>
      )}
      {limit !== null && used >= limit && subscription === 'active' && (
        <Notice tone="bad">
          <p>{texts.usedUp(limit, nextMonthName(month))}</p>
        </Notice>
      )}
    </div>
  );
};
