import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { expectMetricExists, type MetricReference } from '../fixture/metrics.ts';
import { listIds, listResources, readStacks } from '../fixture/stacks.ts';

const bodyShape = z.object({
  widgets: z.array(
    z.object({
      y: z.number(),
      width: z.number(),
      properties: z.object({
        title: z.string().optional(),
        markdown: z.string().optional(),
        alarms: z.array(z.string()).optional(),
        metrics: z.array(z.array(z.unknown())).optional(),
        query: z.string().optional(),
      }),
    }),
  ),
});
const sourcePattern = /SOURCE '(<\w+>)'/g;

describe('CloudWatch board', () => {
  const stacks = readStacks('production');
  const { service } = stacks;
  const dashboards = listResources(service, 'AWS::CloudWatch::Dashboard').map(({ Properties }) => Properties);
  const { widgets } = bodyShape.parse(JSON.parse(dashboards[0]?.['DashboardBody']));
  const series = widgets.flatMap(({ properties }) => properties.metrics ?? []);
  const queries = widgets.flatMap(({ properties }) => (properties.query === undefined ? [] : [properties]));

  it('there is one board, with a row for each part of the service', () => {
    expect(dashboards).toHaveLength(1);
    expect(widgets.flatMap(({ properties }) => properties.markdown ?? [])).toEqual([
      '## Health',
      '## Calls by operation',
      '## Webhooks',
      '## Broadcasts',
      '## Messages',
      '## Queues',
      '## Table',
      '## Functions',
    ]);
  });

  it('the board starts with all alarms, followed by the health of the API', () => {
    const alarms = listIds(service, 'AWS::CloudWatch::Alarm').map((id) => `<${id}.Arn>`);
    expect(widgets[0]?.properties.alarms?.toSorted()).toEqual(alarms.sort());
    const firstRow = widgets.slice(2, 5).map(({ properties }) => properties.title);
    expect(firstRow).toEqual(['Requests', 'Errors', 'Latency, ms']);
  });

  it('every graph shows metrics that exist', () => {
    expect(series.length).toBeGreaterThan(50);
    for (const entry of series) expectMetricExists(parseMetric(entry), stacks, 'production');
  });

  it('no graph needs a metric of ours: AWS counts calls, errors and time of each function for free', () => {
    expect(JSON.stringify(series)).not.toContain('Switchboard/production');
  });

  it('failures and refusals come from the log of the API, and outcomes from the log of the background', () => {
    expect(queries.map(({ title }) => title)).toEqual([
      'Failed on our side',
      'Refused by the channel',
      'Outcomes',
      'Outcomes',
      'Outcomes',
    ]);
    for (const { title, query = '' } of queries) {
      const sources = [...query.matchAll(sourcePattern)].map(([, source]) => source);
      expect(sources).toEqual([title === 'Outcomes' ? '<BackgroundLogs>' : '<ApiLogs>']);
      expect(query).toMatch(/\| filter .+\n\| stats count\(\) as calls by .+\n\| sort calls desc$/);
    }
  });

  it('an environment with essential monitoring has no board', () => {
    readStacks('staging').service.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
  });

  it('every queue and every function has a graph', () => {
    const text = JSON.stringify(series);
    for (const id of listIds(service, 'AWS::SQS::Queue')) expect(text).toContain(`<${id}.QueueName>`);
    for (const id of listIds(service, 'AWS::Lambda::Function')) expect(text).toContain(`<${id}>`);
  });

  it('every row fits the 24 columns of the page', () => {
    const rows = [...Map.groupBy(widgets, ({ y }) => y).values()];
    const widths = rows.map((row) => row.reduce((sum, { width }) => sum + width, 0));
    expect(Math.max(...widths)).toBe(24);
  });
});

const parseMetric = (entry: readonly unknown[]): MetricReference => {
  const [namespace = '', name = '', ...pairs] = entry.filter((part) => typeof part === 'string');
  const dimensions = pairs.flatMap((dimension, index) => (index % 2 === 0 ? [[dimension, pairs[index + 1]]] : []));
  return { namespace, name, dimensions: Object.fromEntries(dimensions) };
};
