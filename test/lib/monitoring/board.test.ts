import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { environments } from '../../../lib/settings.ts';
import { expectMetricExists, findServiceMetric, type MetricReference } from '../fixture/metrics.ts';
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
      }),
    }),
  ),
});
const searchShape = z.tuple([z.object({ expression: z.string() })]);
const searchPattern = /^SEARCH\('\{"(?<namespace>[^"]+)",(?<dimensions>[\w,]+)\} MetricName="(?<name>\w+)"/;

describe.each(Object.keys(environments))('CloudWatch board of %s', (environment) => {
  const stacks = readStacks(environment);
  const { service } = stacks;
  const dashboards = listResources(service, 'AWS::CloudWatch::Dashboard').map(({ Properties }) => Properties);
  const { widgets } = bodyShape.parse(JSON.parse(dashboards[0]?.['DashboardBody']));
  const series = widgets.flatMap(({ properties }) => properties.metrics ?? []);
  const metrics = series.filter(([first]) => typeof first === 'string');
  const searches = series.filter(([first]) => typeof first !== 'string');

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
    expect(metrics.length).toBeGreaterThan(50);
    for (const entry of metrics) expectMetricExists(parseMetric(entry), stacks, environment);
  });

  it('every search uses the name and dimensions of a metric that the functions publish', () => {
    expect(searches.length).toBeGreaterThan(5);
    for (const search of searches) {
      const [{ expression }] = searchShape.parse(search);
      const { namespace, dimensions, name } = searchPattern.exec(expression)?.groups ?? {};
      expect(namespace).toBe(`Switchboard/${environment}`);
      expect(dimensions?.split(','), expression).toEqual(findServiceMetric(name).dimensions);
    }
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
