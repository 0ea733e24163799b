import { deployed } from '../../../functions/deployed.ts';
import type { Template } from '../../local/template/template.ts';
import { prices } from './prices.ts';

/** What is paid every month, whether anybody calls or not. */
export interface FixedCost {
  what: string;
  count: number;
  dollars: number;
}

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/** Counted in the templates that are deployed. */
export const listFixedCosts = (templates: readonly Pick<Template, 'Resources'>[]): FixedCost[] => {
  const resources = templates.flatMap(({ Resources: resourcesById }) => Object.values(resourcesById));
  const count = (type: string): number => resources.filter(({ Type }) => Type === type).length;
  const functions = count('AWS::Lambda::Function');
  const secrets = count('AWS::SecretsManager::Secret');
  return [
    toFixedCost('KMS keys', count('AWS::KMS::Key'), prices.keyMonth.dollars),
    toFixedCost('secrets', secrets, prices.secretMonth.dollars),
    toFixedCost('custom metrics, at most', customMetricsMax(), prices.metricMonth.dollars),
    toFixedCost('metrics of alarms', countAlarmMetrics(resources), prices.alarmMetricMonth.dollars),
    toFixedCost('dashboards', count('AWS::CloudWatch::Dashboard'), prices.dashboardMonth.dollars),
    toFixedCost('web ACLs', count('AWS::WAFv2::WebACL'), prices.firewallMonth.dollars),
    toFixedCost('rules of web ACLs', countFirewallRules(resources), prices.firewallRuleMonth.dollars),
    toFixedCost(
      'queues that Lambda asks for work',
      countQueueSources(),
      idlePollsPerMonth * prices.queueRequest.dollars,
    ),
    toFixedCost('functions that ask KMS', functions, kmsRequestsPerMonth * prices.keyRequest.dollars),
    toFixedCost('secrets that are read', secrets, secretReadsPerMonth * prices.secretRequest.dollars),
  ].filter((cost) => cost.count > 0);
};

const toFixedCost = (what: string, count: number, dollarsEach: number): FixedCost => ({
  what,
  count,
  dollars: count * dollarsEach,
});

const minutesPerMonth = 43_800;

/** Five pollers per queue, each of which waits 20 s for something to come. */
const idlePollsPerMonth = 5 * 3 * minutesPerMonth;

/** The table asks for its key every five minutes for each of those who use it. */
const kmsRequestsPerMonth = minutesPerMonth / 5;

/** A process that lives all month and reads it anew each minute. */
const secretReadsPerMonth = minutesPerMonth;

/** One duration for each operation, and one count for each of its outcomes: ok, refused, throttled, failed. */
const customMetricsMax = (): number => (deployed.endpoints.length + deployed.consumers.length) * (1 + 4);

const countQueueSources = (): number => deployed.consumers.filter(({ source }) => 'queue' in source).length;

/** An alarm on several metrics is paid for each of them. */
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
