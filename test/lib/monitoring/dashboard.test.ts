import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { metrics } from '../../../functions/platform/metrics.ts';
import { environments } from '../../../lib/settings.ts';
import { expectMetricExists, type MetricReference } from '../fixture/metrics.ts';
import { synthesizeDeployedStacks } from '../fixture/stacks.ts';
import { findResources, resolveReferences } from '../fixture/template.ts';

const bodyShape = z.object({
  widgets: z.array(
    z.object({
      type: z.string(),
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

const searchShape = z.object({ expression: z.string() });
const searchPattern = /^SEARCH\('\{"(?<namespace>[^"]+)",(?<dimensions>[\w,]+)\} MetricName="(?<name>\w+)"/;

describe.each(Object.keys(environments))('the dashboard of %s', (environment) => {
  const stacks = synthesizeDeployedStacks(environment);
  const { service, data } = stacks;
  const [dashboard, ...others] = findResources(service, 'AWS::CloudWatch::Dashboard');
  const body: unknown = resolveReferences(dashboard?.Properties['DashboardBody'], data);
  const { widgets } = bodyShape.parse(JSON.parse(String(body)));
  const series = widgets.flatMap(({ properties }) => properties.metrics ?? []);
  const titles = widgets.flatMap(({ properties }) => properties.markdown ?? []);

  it('is the only one, and has a row for each part', () => {
    expect(others).toEqual([]);
    expect(titles).toEqual([
      '## Health',
      '## Calls by operation',
      '## Webhooks',
      '## Broadcasts',
      '## Inbound',
      '## Queues',
      '## Table',
      '## Functions',
    ]);
  });

  it('starts with all alarms, and then shows whether the API is well', () => {
    const alarms = findResources(service, 'AWS::CloudWatch::Alarm').map(({ id }) => `<${id}.Arn>`);
    expect(widgets[0]?.properties.alarms?.toSorted()).toEqual(alarms.toSorted());
    const row = widgets.slice(2, 5).map(({ properties }) => properties.title);
    expect(row).toEqual(['Requests', 'Errors', 'Latency, ms']);
  });

  it('shows metrics of things that exist', () => {
    const plain = series.filter(([first]) => typeof first === 'string');
    expect(plain.length).toBeGreaterThan(50);
    for (const each of plain) expectMetricExists(metricOf(each), stacks, environment);
  });

  it('searches for metrics that the functions keep, by the dimensions that they keep', () => {
    const searches = series.flatMap(([first]) => (typeof first === 'string' ? [] : searchShape.parse(first)));
    expect(searches.length).toBeGreaterThan(5);
    for (const { expression } of searches) {
      const { namespace, dimensions, name } = searchPattern.exec(expression)?.groups ?? {};
      expect(namespace).toBe(`Switchboard/${environment}`);
      const own = Object.values(metrics).find((each) => each.name === name);
      expect(dimensions?.split(','), expression).toEqual(own?.dimensions);
    }
  });

  it('shows every queue and every function', () => {
    const named = JSON.stringify(series);
    for (const { id } of findResources(service, 'AWS::SQS::Queue')) expect(named).toContain(`<${id}.QueueName>`);
    for (const { id } of findResources(service, 'AWS::Lambda::Function')) expect(named).toContain(`<${id}>`);
  });

  it('fits on the page', () => {
    const rows = Map.groupBy(widgets, ({ y }) => y);
    for (const row of rows.values()) expect(row.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(24);
  });
});

/** A metric of a widget: namespace, name, then each dimension and its value, and how it is drawn. */
const metricOf = (entry: readonly unknown[]): MetricReference => {
  const [namespace = '', name = '', ...pairs] = entry.filter((part) => typeof part === 'string');
  const dimensions = pairs.flatMap((dimension, place) => (place % 2 === 0 ? [[dimension, pairs[place + 1]]] : []));
  return { namespace, name, dimensions: Object.fromEntries(dimensions) };
};
