import { keysMaxAgeMs } from '../../../functions/platform/encryption.ts';
import { metrics } from '../../../functions/platform/log/metrics.ts';
import type { Template } from '../../local/template/assembly.ts';
import { prices } from './prices.ts';

/** A monthly cost that does not depend on traffic. */
export interface FixedCost {
  what: string;
  count: number;
  dollars: number;
}

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

export const listFixedCosts = (templates: readonly Pick<Template, 'Resources'>[]): FixedCost[] => {
  const resources = templates.flatMap(({ Resources: resourcesById }) => Object.values(resourcesById));
  const count = (type: string): number => resources.filter(({ Type }) => Type === type).length;
  const functions = resources.filter(isOwnFunction).length;
  const secrets = resources.filter(({ Type }) => Type === 'AWS::SecretsManager::Secret');
  const hasKeys = count('AWS::KMS::Key') > 0;
  return [
    toFixedCost('KMS keys', count('AWS::KMS::Key'), prices.keyMonth.dollars),
    toFixedCost('secrets', secrets.length, prices.secretMonth.dollars),
    toFixedCost('custom metrics, at most', countCustomMetrics(resources, hasKeys), prices.metricMonth.dollars),
    toFixedCost('metrics of alarms', countAlarmMetrics(resources), prices.alarmMetricMonth.dollars),
    toFixedCost('CloudWatch boards', count('AWS::CloudWatch::Dashboard'), prices.boardMonth.dollars),
    toFixedCost('web ACLs', count('AWS::WAFv2::WebACL'), prices.firewallMonth.dollars),
    toFixedCost('rules of web ACLs', countFirewallRules(resources), prices.firewallRuleMonth.dollars),
    toFixedCost(
      'queues that Lambda polls',
      countQueueSources(resources),
      idlePollsPerMonth * prices.queueRequest.dollars,
    ),
    toFixedCost('functions that call KMS', hasKeys ? functions : 0, kmsRequestsPerMonth * prices.keyRequest.dollars),
    {
      what: 'secrets that functions read',
      count: secrets.length,
      dollars: secrets.reduce((sum, secret) => sum + secretReadsPerMonth(secret) * prices.secretRequest.dollars, 0),
    },
  ].filter((cost) => cost.count > 0);
};

export const sumFixedCosts = (costs: readonly FixedCost[]): number =>
  costs.reduce((sum, { dollars }) => sum + dollars, 0);

const toFixedCost = (what: string, count: number, dollarsEach: number): FixedCost => ({
  what,
  count,
  dollars: count * dollarsEach,
});

const minutesPerMonth = 43_800;

/** Five pollers per queue, each with a long poll of 20 s. */
const idlePollsPerMonth = 5 * 3 * minutesPerMonth;

/** DynamoDB asks KMS for its key every five minutes per client. */
const kmsRequestsPerMonth = minutesPerMonth / 5;

/** One process all month, which refreshes encryption keys every hour and other secrets every five minutes. */
const secretReadsPerMonth = (secret: Resource): number =>
  minutesPerMonth / (isEncryptionSecret(secret) ? keysMaxAgeMs / 60_000 : 5);

const isEncryptionSecret = ({ Properties }: Resource): boolean => {
  const { GenerateSecretString: generated } = Properties as {
    GenerateSecretString?: { SecretStringTemplate?: string };
  };
  return generated?.SecretStringTemplate?.includes('"current"') ?? false;
};

/** CDK's function in Python copies files during a deployment. */
const isOwnFunction = ({ Type, Properties: { Runtime: runtime } }: Resource): boolean =>
  Type === 'AWS::Lambda::Function' && String(runtime).startsWith('nodejs');

/** Counts every metric that can have a value in a namespace of the functions, and those that only filters count. */
const countCustomMetrics = (resources: readonly Resource[], hasKeys: boolean): number => {
  const ofService = [metrics.failedRequests, ...(hasKeys ? [metrics.kmsFailures] : [])];
  const ofFunctions = resources.filter(isOwnFunction).flatMap((own) => {
    const namespace = readNamespace(own);
    const names = [
      ...ofService,
      ...(namespace.endsWith('/dashboard') ? [metrics.rejectedSignIns] : []),
      ...(publishesHints(own) ? [metrics.failedHints] : []),
    ];
    return names.map((name) => `${namespace} ${name}`);
  });
  return new Set([...ofFunctions, ...resources.flatMap(listFilterMetrics)]).size;
};

const listFilterMetrics = ({ Type, Properties }: Resource): string[] => {
  if (Type !== 'AWS::Logs::MetricFilter') return [];
  const { MetricTransformations } = Properties as {
    MetricTransformations: { MetricNamespace: string; MetricName: string }[];
  };
  return MetricTransformations.map(({ MetricNamespace, MetricName }) => `${MetricNamespace} ${MetricName}`);
};

const readNamespace = (own: Resource): string => String(readVariables(own)['METRICS_NAMESPACE'] ?? '');

const publishesHints = (own: Resource): boolean => 'HINTS_HOST' in readVariables(own);

const readVariables = ({ Properties }: Resource): Record<string, unknown> => {
  const { Environment } = Properties as { Environment?: { Variables?: Record<string, unknown> } };
  return Environment?.Variables ?? {};
};

/** A stream has a starting position, a queue has none. */
const countQueueSources = (resources: readonly Resource[]): number =>
  resources.filter(
    ({ Type, Properties }) => Type === 'AWS::Lambda::EventSourceMapping' && !('StartingPosition' in Properties),
  ).length;

/** AWS bills an alarm for each of its metrics. */
const countAlarmMetrics = (resources: readonly Resource[]): number =>
  resources
    .filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
    .reduce(
      (sum, { Properties: { Metrics: metrics } }) =>
        sum + (Array.isArray(metrics) ? metrics.filter(isMetric).length : 1),
      0,
    );

const isMetric = (entry: unknown): boolean => typeof entry === 'object' && entry !== null && 'MetricStat' in entry;

const countFirewallRules = (resources: readonly Resource[]): number =>
  resources
    .filter(({ Type }) => Type === 'AWS::WAFv2::WebACL')
    .reduce((sum, { Properties: { Rules: rules } }) => sum + (Array.isArray(rules) ? rules.length : 0), 0);
