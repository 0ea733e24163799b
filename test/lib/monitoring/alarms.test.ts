import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { consumers } from '../../../functions/consumers/consumers.ts';
import { environments } from '../../../lib/settings.ts';
import { listFunctions } from '../fixture/functions.ts';
import { expectMetricExists, type MetricReference } from '../fixture/metrics.ts';
import { synthesizeDeployedStacks } from '../fixture/stacks.ts';
import { findResources, resolveReferences } from '../fixture/template.ts';

const dimensionsShape = z
  .array(z.object({ Name: z.string(), Value: z.string() }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ Name, Value }) => [Name, Value])));
const metricShape = z.object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensionsShape });
const queryShape = z.object({
  Id: z.string(),
  Expression: z.string().optional(),
  MetricStat: z.object({ Metric: metricShape }).optional(),
});
const alarmShape = z.object({
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.string()),
  OKActions: z.array(z.string()),
  Threshold: z.number(),
  ComparisonOperator: z.string(),
  TreatMissingData: z.string(),
  Metrics: z.array(queryShape).optional(),
  Namespace: z.string().optional(),
  MetricName: z.string().optional(),
  Dimensions: dimensionsShape,
});

type Alarm = z.infer<typeof alarmShape> & { id: string };

const metricsOf = ({ Metrics, Namespace = '', MetricName = '', Dimensions }: Alarm): MetricReference[] => {
  const metrics = Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  return (metrics ?? [{ Namespace, MetricName, Dimensions }]).map((each) => ({
    namespace: each.Namespace,
    name: each.MetricName,
    dimensions: each.Dimensions,
  }));
};

describe.each(Object.keys(environments))('the alarms of %s', (environment) => {
  const stacks = synthesizeDeployedStacks(environment);
  const { service, data } = stacks;
  const alarms: Alarm[] = findResources(service, 'AWS::CloudWatch::Alarm').map(({ id, Properties }) => ({
    id,
    ...alarmShape.parse(resolveReferences(Properties, data)),
  }));
  const alarmOf = (name: string): Alarm => {
    const found = alarms.find(({ id }) => new RegExp(`^${name}Alarm[0-9A-F]{8}$`).test(id));
    if (!found) throw new Error(`There is no alarm ${name}.`);
    return found;
  };
  const watching = (name: string, dimensions: Record<string, string>): Alarm[] =>
    alarms.filter((alarm) =>
      metricsOf(alarm).some((each) => each.name === name && isSubset(dimensions, each.dimensions)),
    );
  const isSubset = (some: Record<string, string>, all: Record<string, string>): boolean =>
    Object.entries(some).every(([name, value]) => all[name] === value);

  it('watch metrics of things that exist', () => {
    for (const metric of alarms.flatMap(metricsOf)) expectMetricExists(metric, stacks, environment);
  });

  it('tell the topic when they ring and when it is over', () => {
    for (const { AlarmActions, OKActions } of alarms) {
      expect(AlarmActions).toEqual(['<AlarmTopicD01E77F9>']);
      expect(OKActions).toEqual(['<AlarmTopicD01E77F9>']);
    }
  });

  it('say what they mean, what to do first and where to read more, in as many words as CloudWatch takes', () => {
    for (const { AlarmDescription } of alarms) {
      expect(AlarmDescription).toMatch(/^[A-Za-z].*\. First: .*\. More in docs\/operations\.md, "Alarms", "[^"]+"\.$/);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1_024);
    }
  });

  it('do not ring where nothing happens, and keep to ten metrics each', () => {
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({ TreatMissingData: 'notBreaching', ComparisonOperator: 'GreaterThanThreshold' });
      expect(metricsOf(alarm).length).toBeLessThanOrEqual(10);
    }
  });

  it('count no refusal of the channel as a failure of ours, and no single failure as a rate', () => {
    const { Metrics, Threshold } = alarmOf('ApiErrors');
    expect(Threshold).toBe(1);
    const expressions = Object.fromEntries(Metrics?.map(({ Id, Expression }) => [Id, Expression]) ?? []);
    expect(expressions).toMatchObject({
      expr_1: 'IF(requests >= 20, 100 * (errors - refused) / requests, 0)',
      refused: 'FILL(m0, 0)',
    });
    expect(watching('Calls', { operation: 'sendMessage', outcome: 'channel_failed' })).toEqual([alarmOf('ApiErrors')]);
  });

  it('see every function that is throttled, and every consumer that crashes', () => {
    for (const { id } of listFunctions(stacks))
      expect(watching('Throttles', { FunctionName: `<${id}>` }), `${id} is watched once`).toHaveLength(1);
    for (const { name } of consumers) {
      const fn = listFunctions(stacks).find(({ id }) => id.startsWith(`${name}Function`));
      expect(watching('Errors', { FunctionName: `<${fn?.id}>` })).toEqual([alarmOf('ConsumerErrors')]);
    }
  });

  it('ring at the first message that nobody could deal with, whichever queue it lies in', () => {
    const last = findResources(service, 'AWS::SQS::Queue').filter(({ Properties }) => !('RedrivePolicy' in Properties));
    expect(last.length).toBeGreaterThan(consumers.length - 1);
    for (const { id } of last) {
      const [alarm, ...others] = watching('ApproximateNumberOfMessagesVisible', { QueueName: `<${id}.QueueName>` });
      expect(others).toEqual([]);
      expect(alarm?.Threshold).toBe(0);
    }
  });

  it('ring for each queue whose messages grow old, within an hour', () => {
    const work = findResources(service, 'AWS::SQS::Queue').filter(({ Properties }) => 'RedrivePolicy' in Properties);
    for (const { id } of work) {
      const [alarm] = watching('ApproximateAgeOfOldestMessage', { QueueName: `<${id}.QueueName>` });
      expect(alarm?.Threshold).toBeLessThanOrEqual(60 * 60);
    }
  });

  it('ring when the table and its stream, or the keys, let us down', () => {
    const dispatchChanges = listFunctions(stacks).find(({ id }) => id.startsWith('dispatchChangesFunction'));
    expect(watching('IteratorAge', { FunctionName: `<${dispatchChanges?.id}>` })).toHaveLength(1);
    expect(watching('SystemErrors', {})).toEqual([alarmOf('TableSystemErrors')]);
    expect(watching('WriteThrottleEvents', {})).toEqual([alarmOf('TableThrottles')]);
    expect(watching('WriteThrottleEvents', { GlobalSecondaryIndexName: 'conversation-status' })).toHaveLength(1);
    expect(watching('KmsFailures', {})).toEqual([alarmOf('KmsFailures')]);
    // CloudWatch ignores missing values of the table, whatever it is told: unfilled, an alarm would ring for ever.
    for (const name of ['TableSystemErrors', 'TableThrottles'])
      expect(alarmOf(name).Metrics?.[0]?.Expression).toMatch(/^(FILL\(m\d, 0\)( \+ )?)+$/);
  });
});

describe('the topic of alarms', () => {
  const { service, data } = synthesizeDeployedStacks('production');
  const propertiesOf = (type: string) =>
    findResources(service, type).map(({ Properties }) => resolveReferences(Properties, data));
  const topic = '<AlarmTopicD01E77F9>';

  it('is encrypted with a key that CloudWatch may use', () => {
    const [key] = findResources(service, 'AWS::KMS::Key');
    expect(propertiesOf('AWS::SNS::Topic')).toMatchObject([{ KmsMasterKeyId: `<${key?.id}.Arn>` }]);
    expect(propertiesOf('AWS::KMS::Key')).toMatchObject([
      {
        EnableKeyRotation: true,
        KeyPolicy: {
          Statement: expect.arrayContaining([
            expect.objectContaining({
              Effect: 'Allow',
              Principal: { Service: 'cloudwatch.amazonaws.com' },
              Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
            }),
          ]),
        },
      },
    ]);
  });

  it('takes messages from the alarms of this account, and from nobody without TLS', () => {
    const statement = (fields: object) =>
      expect.objectContaining({ Action: 'sns:Publish', Resource: topic, ...fields });
    expect(propertiesOf('AWS::SNS::TopicPolicy')).toMatchObject([
      {
        Topics: [topic],
        PolicyDocument: {
          Statement: expect.arrayContaining([
            statement({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
            statement({
              Effect: 'Allow',
              Principal: { Service: 'cloudwatch.amazonaws.com' },
              Condition: { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } },
            }),
          ]),
        },
      },
    ]);
  });

  it('sends mail where the settings name an address', () => {
    const subscriptions = propertiesOf('AWS::SNS::Subscription');
    const { alarmEmail } = environments['production'] ?? {};
    const wanted = alarmEmail === undefined ? [] : [{ Protocol: 'email', TopicArn: topic, Endpoint: alarmEmail }];
    expect(subscriptions).toEqual(wanted);
  });
});
