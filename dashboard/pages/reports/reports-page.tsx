import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChartLine from 'lucide-react/icons/chart-line';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Link } from 'wouter';
import * as z from 'zod/mini';
import type { Report } from '../../../functions/model/reports/metric.ts';
import { type MetricName, metrics } from '../../../functions/model/reports/metrics.ts';
import { useLive } from '../../api/queries.ts';
import { Card } from '../../components/content/card.tsx';
import content from '../../components/content/content.module.css';
import { PageHeader } from '../../components/content/page-header.tsx';
import { Button } from '../../components/controls/button.tsx';
import { Empty } from '../../components/feedback/empty.tsx';
import { Listing } from '../../components/feedback/listing.tsx';
import { useSearch } from '../../context/search.ts';
import { useSession } from '../../context/session.ts';
import { useMay, useWorkspace } from '../../context/workspace.tsx';
import { reportTexts as texts } from '../../texts/en/reports.ts';
import { count } from '../../texts/numbers.ts';
import { AnswerBars } from './answer-bars.tsx';
import { FlowChart } from './flow-chart.tsx';
import { HeatMap } from './heat-map.tsx';
import { type Opened, RangeBar } from './range-bar.tsx';
import { Definition, ReportCard } from './report-card.tsx';
import { type Change, changeOf, countedWords, downloadSheets, orDash, weekdayName } from './report-words.ts';
import styles from './reports.module.css';
import { listAgents, listDays, listReasons, listSteps, listTagRows, toSheets } from './rows.ts';
import { AgentsCard, BehindCard, BroadcastsCard, TagsCard } from './tables.tsx';
import { useReports } from './use-reports.ts';

const day = z.optional(z.iso.date());

export const search = {
  range: z._default(z.enum(['7', '30', '90', 'custom']), '30'),
  ...{ from: day, to: day },
  compare: z._default(z.enum(['yes', 'no']), 'yes'),
  channel: z.optional(z.enum(['msgapp', 'social', 'web'])),
  ...{ team: z.optional(z.uuid()), agent: z.optional(z.uuid()), tag: z.optional(z.uuid()) },
};

export const ReportsPage = () => {
  const workspace = useWorkspace();
  const { user } = useSession();
  const [values, setSearch] = useSearch(search);
  const { range, from, to, channel, team, agent, tag } = values;
  const filter = {
    ...(channel && { channel }),
    ...(team && { team_id: team }),
    ...(agent && { member_id: agent }),
    ...(tag && { tag_id: tag }),
  };
  const query = useReports({ range, from, to, filter });
  const compares = values.compare === 'yes';
  const members = (useLive('listMembers', {}, { everyMs: 600_000 }).data?.data ?? []).map((one) => ({
    id: one.user_id,
    name: one.name,
  }));
  const own = members.filter((one) => one.id === user.id);
  const tags = useLive('listTags', {}, { everyMs: 600_000 }).data?.data ?? [];
  const note = useMembersNote();
  const [opened, open] = useState<Opened>();
  const { reports, days } = query;
  const { started, first, closed, rating, incoming } = reports;
  const isReady = days && started && first && closed && rating && incoming;
  const nothing = isReady && started.total.count + incoming.total.count + closed.total.count === 0;
  const rows = { agents: listAgents(reports, members), tags: listTagRows(reports, tags) };
  const flow = started && first ? listDays(started, first, { compares, today: query.last }) : [];
  const heads = isReady ? [started, first, closed, rating] : [];
  const sheets = isReady ? toSheets({ heads, flow, first, incoming, broadcasts: reports, ...rows }) : undefined;
  const show = (title: string, metric: MetricName, input: Opened['input']) => open({ title, metric, input });
  return (
    <>
      <PageHeader
        title={texts.title}
        context={workspace.name}
        lead={
          <>
            {texts.lead}
            {started && <small className={styles.counted}>{countedWords(started)}</small>}
          </>
        }
        actions={
          <Button
            isDisabled={!sheets || nothing}
            onPress={() => sheets && downloadSheets(workspace.name, Object.values(sheets))}
          >
            <Download aria-hidden="true" />
            {texts.downloadAll}
          </Button>
        }
      />
      <div className={content.grid}>
        <RangeBar values={values} days={days} members={note ? own : members} tags={tags} onChange={setSearch} />
        <Listing
          query={{ ...query, data: isReady || undefined }}
          failed={texts.loadFailed}
          isEmpty={nothing === true}
          empty={
            <Card isFlush>
              <Empty
                icon={ChartLine}
                title={texts.empty.title}
                action={<Link href={`/w/${workspace.id}/settings/channels`}>{texts.empty.channels}</Link>}
              >
                {texts.empty.text}
              </Empty>
            </Card>
          }
        >
          {isReady && sheets && (
            <div className={content.grid}>
              <Headlines reports={{ started, first, closed, rating }} compares={compares} />
              {opened && (
                <BehindCard
                  {...opened}
                  input={{ ...days, ...filter, ...opened.input }}
                  zone={started.time_zone}
                  onClose={() => open(undefined)}
                />
              )}
              <ReportCard sheet={sheets.flow} definition={texts.flow.definition}>
                <FlowChart
                  days={flow}
                  onOpen={(one) => show(weekdayName(one), 'new_conversations', { from: one, to: one })}
                />
              </ReportCard>
              <ReportCard sheet={sheets.heat} definition={texts.heat.definition}>
                <HeatMap counts={new Map(incoming.rows.map(({ key, count: value }) => [key ?? '', value]))} />
              </ReportCard>
              <div className={styles.pair}>
                <ReportCard sheet={sheets.bars} definition={[metrics.first_answer.definition]}>
                  <AnswerBars
                    bars={first.distribution}
                    onOpen={(bar) => {
                      const { from_seconds, to_seconds } = first.distribution[bar] ?? {};
                      show(texts.bars.opened(texts.bars.names[bar] ?? ''), 'first_answer', {
                        from_seconds: String(from_seconds ?? 0),
                        ...(to_seconds && { to_seconds: String(to_seconds) }),
                      });
                    }}
                  />
                </ReportCard>
                <BroadcastsCard sheet={sheets.broadcasts} rows={listSteps(reports)} reasons={listReasons(reports)} />
              </div>
              <div className={styles.pair}>
                <AgentsCard sheet={sheets.agents} rows={rows.agents} note={note} />
                <TagsCard sheet={sheets.tags} rows={rows.tags} total={started.total.count} />
              </div>
            </div>
          )}
        </Listing>
      </div>
    </>
  );
};

/** Why the page shows the members no rows of others. */
const useMembersNote = (): string | undefined => {
  const isHidden = useLive('getWorkspace', {}, { everyMs: 600_000 }).data?.data.hides_member_rows;
  const mayAll = useMay('admin');
  return isHidden ? texts.agents.hidden : mayAll ? undefined : texts.agents.own;
};

interface HeadlinesProps {
  reports: Record<'started' | 'first' | 'closed' | 'rating', Report>;
  compares: boolean;
}

const Headlines = ({ reports: { started, first, closed, rating }, compares }: HeadlinesProps) => {
  const { total: ratings } = rating;
  return (
    <dl className={`${content.card} ${styles.heads}`}>
      <Headline report={started} compares={compares} value={count(started.total.count)}>
        {compares ? texts.before(count(started.before.count)) : ''}
      </Headline>
      <Headline report={first} compares={compares} value={orDash(first.total.median_seconds)}>
        {first.total.p90_seconds === null ? '' : texts.medianOf(orDash(first.total.p90_seconds))}
      </Headline>
      <Headline report={closed} compares={compares} value={orDash(closed.total.median_seconds)}>
        {closed.before.median_seconds === null || !compares
          ? ''
          : texts.medianBefore(orDash(closed.before.median_seconds))}
      </Headline>
      <Headline report={rating} compares={compares} value={ratings.percent === null ? '–' : `${ratings.percent}%`}>
        {texts.ratingCount(ratings.count)}
      </Headline>
    </dl>
  );
};

interface HeadlineProps {
  report: Report;
  value: string;
  compares: boolean;
  children: string;
}

const Headline = ({ report: { metric, total, before }, value, compares, children }: HeadlineProps) => {
  const { name, definition, kind } = metrics[metric];
  const change = compares ? changeOf(total, before, kind) : null;
  return (
    <div className={styles.headline}>
      <dt>
        {name}
        <Definition name={name} lines={[definition]} />
      </dt>
      <dd className={styles.big}>{value}</dd>
      {change && <ChangeWords change={change} />}
      <dd className={styles.sub}>{children}</dd>
    </div>
  );
};

const ChangeWords = ({ change: { tone, isUp, words } }: { change: Change }) => (
  <dd className={styles.change} data-tone={tone}>
    {words !== texts.change.same && (isUp ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />)}
    {words}
  </dd>
);
