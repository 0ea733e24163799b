import { operations } from '../../../functions/dashboard/operations.ts';
import { deployed } from '../../../functions/deployed.ts';
import type { Template } from '../../local/template/template.ts';
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
  const secrets = count('AWS::SecretsManager::Secret');
  return [
    toFixedCost('KMS keys', count('AWS::KMS::Key'), prices.keyMonth.dollars),
    toFixedCost('secrets', secrets, prices.secretMonth.dollars),
    toFixedCost(
      'custom metrics, at most',
      customMetricsMax(count('AWS::CloudFront::Distribution') > 0),
      prices.metricMonth.dollars,
    ),
    toFixedCost('metrics of alarms', countAlarmMetrics(resources), prices.alarmMetricMonth.dollars),
    toFixedCost('CloudWatch boards', count('AWS::CloudWatch::Dashboard'), prices.boardMonth.dollars),
    toFixedCost('web ACLs', count('AWS::WAFv2::WebACL'), prices.firewallMonth.dollars),
    toFixedCost('rules of web ACLs', countFirewallRules(resources), prices.firewallRuleMonth.dollars),
    toFixedCost('queues that Lambda polls', countQueueSources(), idlePollsPerMonth * prices.queueRequest.dollars),
    toFixedCost('functions that call KMS', functions, kmsRequestsPerMonth * prices.keyRequest.dollars),
    toFixedCost('secrets that functions read', secrets, secretReadsPerMonth * prices.secretRequest.dollars),
  ].filter((cost) => cost.count > 0);
};

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

/** One process all month that refreshes the secret every minute. */
const secretReadsPerMonth = minutesPerMonth;

/** CDK's function in Python copies files during a deployment. */
const isOwnFunction = ({ Type, Properties: { Runtime: runtime } }: Resource): boolean =>
  Type === 'AWS::Lambda::Function' && String(runtime).startsWith('nodejs');

/** Per operation a duration, and a count for each outcome: ok, refused, throttled, failed. */
const customMetricsMax = (hasDashboard: boolean): number => {
  const signInAndOperations = hasDashboard ? 1 + Object.keys(operations).length : 0;
  return (deployed.endpoints.length + deployed.consumers.length + signInAndOperations) * (1 + 4);
};

const countQueueSources = (): number => deployed.consumers.filter(({ source }) => 'queue' in source).length;

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
