import { type MonthlyUsage, type Usage, usageSources } from '../../../functions/model/workspaces/usage.ts';
import { forecastUsage } from '../../../functions/model/workspaces/usage-forecast.ts';
import { useLive } from '../../api/queries.ts';
import { BarChart } from '../../components/charts/bar-chart.tsx';
import { Meter } from '../../components/charts/meter.tsx';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { PageHeader } from '../../components/content/page-header.tsx';
import { useNow } from '../../components/content/relative-time.tsx';
import { type Column, Table } from '../../components/content/table.tsx';
import { Badge } from '../../components/feedback/badge.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { useWorkspace } from '../../context/workspace.tsx';
import { dayName, monthName, nextMonthName } from '../../texts/calendar.ts';
import { usageTexts as texts } from '../../texts/en/usage.ts';
import { count, messageCount } from '../../texts/numbers.ts';
import styles from './usage.module.css';
import { monthBars, planTone, sumBars, yearBars } from './usage-bars.ts';

export const UsagePage = () => {
  const workspace = useWorkspace();
  const query = useLive('getUsage', {}, { everyMs: 60_000 });
  const usage = query.data?.data;
  const listing = (
    <Listing query={query} failed={texts.loadFailed} isEmpty={false} empty={null}>
      {usage && (
        <div className={content.grid}>
          <MonthCard usage={usage} />
          <SourcesCard current={usage.months.at(-1)} />
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

/** The current month: what of the plan is used, and on which days. */
const MonthCard = ({ usage }: { usage: Usage }) => {
  const current = usage.months.at(-1);
  if (!current) return null;
  const { subscription } = usage;
  return (
    <Card
      title={monthName(current.month)}
      actions={<Badge tone={subscription === 'active' ? 'ok' : 'bad'}>{texts.subscription[subscription]}</Badge>}
    >
      <div className={content.grid}>
        <PlanFigures usage={usage} current={current} />
        <Days current={current} />
      </div>
    </Card>
  );
};

const Days = ({ current }: { current: MonthlyUsage }) => {
  if (current.messages_used === 0) return null;
  return (
    <BarChart
      label={texts.perDay}
      bars={monthBars(current)}
      format={messageCount}
      summary={texts.perDay}
      headers={{ name: texts.headers.day, value: texts.headers.messages }}
    />
  );
};

const channels = ['msgapp', 'social'] as const;
const senders = ['api', 'agent', 'broadcast'] as const;

/** Where the messages of the month went, and who sent them. */
const SourcesCard = ({ current }: { current: MonthlyUsage | undefined }) => {
  const sources = current?.sources;
  const rows = channels
    .map((channel) => {
      const counts = senders.map((sender) => {
        const source = usageSources.find((one) => one === `${channel}_${sender}`);
        return (source && sources?.[source]) ?? 0;
      });
      return { channel, counts, total: counts.reduce((sum, one) => sum + one, 0) };
    })
    .filter(({ total }) => total > 0);
  if (rows.length === 0) return null;
  const columns: Column<(typeof rows)[number]>[] = [
    { header: texts.headers.channel, kind: 'title', cell: ({ channel }) => texts.channels[channel] },
    ...senders.map((sender, index) => ({
      header: texts.senders[sender],
      kind: 'number' as const,
      cell: ({ counts }: (typeof rows)[number]) => count(counts[index] ?? 0),
    })),
    { header: texts.headers.total, kind: 'number', cell: ({ total }) => <strong>{count(total)}</strong> },
  ];
  return (
    <Card title={texts.bySource} isFlush>
      <Table label={texts.bySource} columns={columns} rows={rows} keyOf={({ channel }) => channel} />
    </Card>
  );
};

interface PlanFiguresProps {
  usage: Usage;
  current: MonthlyUsage;
}

const PlanFigures = ({ usage, current }: PlanFiguresProps) => {
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
      {limit !== null && subscription === 'active' && planTone(used, limit) !== 'accent' && (
        <Notice tone={used >= limit ? 'bad' : 'warn'}>
          <p>
            {used >= limit ? texts.usedUp(limit, nextMonthName(month)) : texts.left(limit - used, nextMonthName(month))}{' '}
            {texts.raise}
          </p>
        </Notice>
      )}
    </div>
  );
};

const YearCard = ({ months }: { months: readonly MonthlyUsage[] }) => {
  const bars = yearBars(months);
  const total = sumBars(bars);
  if (total === 0) return null;
  return (
    <Card title={texts.year}>
      <BarChart
        label={texts.perMonth}
        bars={bars}
        format={messageCount}
        summary={texts.total(total)}
        headers={{ name: texts.headers.month, value: texts.headers.messages }}
      />
    </Card>
  );
};
