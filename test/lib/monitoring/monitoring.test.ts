import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { environments, getSettings } from '../../../lib/settings.ts';
import { type Alarm, expectMetricExists, listAlarms, type MetricReference } from '../fixture/alarms.ts';
import { listIds, listResources, readDashboardStacks, readStacks } from '../fixture/stacks.ts';

describe.each(Object.keys(environments))('alarms of %s', (environment) => {
  const stacks = readStacks(environment);
  const { service } = stacks;
  const alarms = listAlarms(service);
  const isFull = getSettings(environment).monitoring === 'full';
  const getAlarm = (id: string): Alarm => {
    const alarm = alarms.find((candidate) => candidate.id === `${id}Alarm`);
    if (!alarm) throw new Error(`There is no alarm ${id}.`);
    return alarm;
  };
  const findWatching = (metricName: string, dimensions: Record<string, string>): Alarm[] =>
    alarms.filter(({ watched }) =>
      watched.some(
        (metric) =>
          metric.name === metricName &&
          Object.entries(dimensions).every(([name, value]) => metric.dimensions[name] === value),
      ),
    );

  it('every alarm watches metrics that exist, at most ten', () => {
    for (const { watched } of alarms) {
      expect(watched).not.toEqual([]);
      expect(watched.length).toBeLessThanOrEqual(10);
      for (const metric of watched) expectMetricExists(metric, stacks, environment);
    }
  });

  it('every alarm notifies the topic when it fires and when it recovers, and is quiet without data', () => {
    service.allResourcesProperties('AWS::CloudWatch::Alarm', {
      AlarmActions: ['<AlarmTopic>'],
      OKActions: ['<AlarmTopic>'],
      TreatMissingData: 'notBreaching',
      ComparisonOperator: 'GreaterThanThreshold',
    });
  });

  it('every alarm says its meaning, the first step and the runbook section within the limit of CloudWatch', () => {
    for (const { AlarmDescription } of alarms) {
      expect(AlarmDescription).toMatch(
        /^[A-Za-z].*\. First step: .*\. Runbook: docs\/operations\.md, "Alarms", "[^"]+"\.$/,
      );
      expect(AlarmDescription.length).toBeLessThanOrEqual(1_024);
    }
  });

  it('the operations manual has a section for every alarm and no other below "Alarms"', () => {
    const manual = readFileSync('docs/operations.md', 'utf8');
    const [, chapter = ''] = /\n## Alarms\n(.*?)\n## /s.exec(manual) ?? [];
    const headings = [...chapter.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    const { chat } = readStacks('full');
    const sections = [
      ...listAlarms(readStacks('production').service),
      ...listAlarms(readDashboardStacks('plain').dashboard),
      ...(chat ? listAlarms(chat) : []),
    ].map(({ AlarmDescription }) => /"([^"]+)"\.$/.exec(AlarmDescription)?.[1]);
    expect(headings.sort()).toEqual([...new Set(sections)].sort());
  });

  it('three failures of our own within a minute fire the API errors alarm', () => {
    const alarm = getAlarm('ApiErrors');
    expect(alarm).toMatchObject({ Threshold: 2, Statistic: 'Sum', Period: 60 });
    expect(alarm.watched).toMatchObject([
      { namespace: `Switchboard/${environment}`, name: 'FailedRequests', dimensions: {} },
    ]);
  });

  it('three failures roll back a release; where there are tenants, those of two workspaces or a twentieth of all requests', () => {
    const { Threshold, watched, Metrics = [] } = getAlarm('ReleaseErrors');
    expect(Threshold).toBe(2);
    if (isFull)
      expect(Metrics.map(({ Expression }) => Expression).join('')).toBe(
        'IF(FILL(highest, 0) > FILL(lowest, 0) OR failures * 20 >= FILL(requests, 0), failures, 0)',
      );
    else expect(watched.map(({ name }) => name)).toEqual(['FailedRequests']);
  });

  it('one alarm watches the throttles of all functions together', () => {
    expect(findWatching('Throttles', {})).toEqual([getAlarm('Throttles')]);
    expect(getAlarm('Throttles').watched).toMatchObject([
      { namespace: 'AWS/Lambda', name: 'Throttles', dimensions: {} },
    ]);
  });

  it('the first dead letter or discarded change in any queue fires an alarm', () => {
    const queueIds = listIds(service, 'AWS::SQS::Queue').filter((id) => /(DeadLetters|discardedChanges)$/.test(id));
    // The three that read the stream share one.
    expect(queueIds).toHaveLength(consumers.length - 2);
    for (const id of queueIds)
      expect(findWatching('ApproximateNumberOfMessagesVisible', { QueueName: `<${id}.QueueName>` })).toMatchObject([
        { Threshold: 0 },
      ]);
  });

  it('stream lag fires an alarm', () => {
    for (const name of ['dispatchChanges', ...(isFull ? ['indexWords'] : [])])
      expect(findWatching('IteratorAge', { FunctionName: `<${name}Function>` })).toHaveLength(1);
  });

  if (isFull)
    describe('full monitoring', () => {
      it('one alarm watches the errors of each consumer of a queue', () => {
        for (const { name, source } of consumers)
          if ('queue' in source)
            expect(findWatching('Errors', { FunctionName: `<${name}Function>` })).toEqual([getAlarm('ConsumerErrors')]);
      });

      it('a message that waits for an hour in any work queue fires an alarm', () => {
        const queueIds = listIds(service, 'AWS::SQS::Queue').filter((id) => id.endsWith('Queue'));
        expect(queueIds).toHaveLength(consumers.filter(({ source }) => 'queue' in source).length);
        for (const id of queueIds) {
          const [alarm] = findWatching('ApproximateAgeOfOldestMessage', { QueueName: `<${id}.QueueName>` });
          expect(alarm?.Threshold).toBeLessThanOrEqual(60 * 60);
        }
      });

      it('inbound messages that wait fire an alarm unless they are delayed on purpose', () => {
        const queue = { QueueName: '<processInboundQueue.QueueName>' };
        const longestDelaySeconds = 15 * 60;
        const [age] = findWatching('ApproximateAgeOfOldestMessage', queue);
        expect(age?.Threshold).toBeGreaterThan(longestDelaySeconds);
        expect(findWatching('ApproximateNumberOfMessagesVisible', queue)).toMatchObject([
          { Statistic: 'Minimum', Period: 300 },
        ]);
      });

      it('alarms watch the table, its index and the KMS keys', () => {
        expect(findWatching('SystemErrors', {})).toEqual([getAlarm('TableSystemErrors')]);
        expect(findWatching('WriteThrottleEvents', {})).toEqual([getAlarm('TableThrottles')]);
        expect(findWatching('WriteThrottleEvents', { GlobalSecondaryIndexName: 'conversation-status' })).toHaveLength(
          1,
        );
        expect(findWatching('KmsFailures', {})).toEqual([getAlarm('KmsFailures')]);
      });

      it.each(['TableSystemErrors', 'TableThrottles'])('%s fills missing values, so it cannot stay in alarm', (id) => {
        expect(getAlarm(id).Metrics?.[0]?.Expression).toMatch(/^(FILL\(m\d, 0\)( \+ )?)+$/);
      });
    });
});

it('essential monitoring watches at most 15 metrics', () => {
  const watched = listAlarms(readStacks('staging').service).flatMap((alarm) => alarm.watched);
  expect(watched.length).toBeLessThanOrEqual(15);
});

const { service } = readStacks('production');
const variant = readStacks('custom');
const cloudWatch = { Service: 'cloudwatch.amazonaws.com' };

describe('alarm topic', () => {
  it("CloudWatch may publish this account's alarms, and requests without TLS are denied", () => {
    const publish = { Action: 'sns:Publish', Resource: '<AlarmTopic>' };
    service.hasResourceProperties('AWS::SNS::TopicPolicy', {
      Topics: ['<AlarmTopic>'],
      PolicyDocument: {
        Statement: [
          Match.objectLike({ ...publish, Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({
            ...publish,
            Effect: 'Allow',
            Principal: cloudWatch,
            Condition: { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } },
          }),
        ],
      },
    });
  });

  it('the address in the settings is subscribed and hears of the budget, and without one there is neither', () => {
    service.resourceCountIs('AWS::SNS::Subscription', 0);
    expect(listResources(variant.service, 'AWS::SNS::Subscription').map(({ Properties }) => Properties)).toEqual([
      { Protocol: 'email', TopicArn: '<AlarmTopic>', Endpoint: 'ops@example.com' },
    ]);
    const [budget] = listResources(variant.service, 'AWS::Budgets::Budget').map(({ Properties }) => Properties);
    expect(budget).toMatchObject({
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 50, Unit: 'USD' } },
      NotificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((NotificationType) => ({
        Notification: { NotificationType, Threshold: 100 },
        Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }],
      })),
    });
  });
});

const bodyShape = z.object({
  widgets: z.array(
    z.object({
      properties: z.object({
        title: z.string().optional(),
        alarms: z.array(z.string()).optional(),
        metrics: z.array(z.array(z.unknown())).optional(),
      }),
    }),
  ),
});

describe('CloudWatch board', () => {
  const stacks = readStacks('production');
  const { service } = stacks;
  const dashboards = listResources(service, 'AWS::CloudWatch::Dashboard').map(({ Properties }) => Properties);
  const { widgets } = bodyShape.parse(JSON.parse(dashboards[0]?.['DashboardBody']));
  const series = widgets.flatMap(({ properties }) => properties.metrics ?? []);

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

  it('an environment with essential monitoring has no board', () => {
    readStacks('staging').service.resourceCountIs('AWS::CloudWatch::Dashboard', 0);
  });

  it('every queue and every function has a graph', () => {
    const text = JSON.stringify(series);
    for (const id of listIds(service, 'AWS::SQS::Queue')) expect(text).toContain(`<${id}.QueueName>`);
    for (const id of listIds(service, 'AWS::Lambda::Function')) expect(text).toContain(`<${id}>`);
  });
});

const parseMetric = (entry: readonly unknown[]): MetricReference => {
  const [namespace = '', name = '', ...pairs] = entry.filter((part) => typeof part === 'string');
  const dimensions = pairs.flatMap((dimension, index) => (index % 2 === 0 ? [[dimension, pairs[index + 1]]] : []));
  return { namespace, name, dimensions: Object.fromEntries(dimensions) };
};
