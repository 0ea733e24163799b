import { metrics } from '../../../functions/platform/metrics.ts';
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
  const hasKeys = count('AWS::KMS::Key') > 0;
  return [
    toFixedCost('KMS keys', count('AWS::KMS::Key'), prices.keyMonth.dollars),
    toFixedCost('secrets', secrets, prices.secretMonth.dollars),
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
    toFixedCost('secrets that functions read', secrets, secretReadsPerMonth * prices.secretRequest.dollars),
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

/** One process all month that refreshes the secret every five minutes. */
const secretReadsPerMonth = minutesPerMonth / 5;

/** CDK's function in Python copies files during a deployment. */
const isOwnFunction = ({ Type, Properties: { Runtime: runtime } }: Resource): boolean =>
  Type === 'AWS::Lambda::Function' && String(runtime).startsWith('nodejs');

/** In each namespace that functions write to, every metric that can have a value, and those that filters count. */
const countCustomMetrics = (resources: readonly Resource[], hasKeys: boolean): number => {
  const namespaces = new Set(resources.filter(isOwnFunction).map(readNamespace));
  const ofService = [metrics.failedRequests, ...(hasKeys ? [metrics.kmsFailures] : [])].length;
  const ofDashboard = ofService + [metrics.rejectedSignIns].length;
  const ofFilters = resources.filter(({ Type }) => Type === 'AWS::Logs::MetricFilter').length;
  return [...namespaces].reduce(
    (sum, name) => sum + (name.endsWith('/dashboard') ? ofDashboard : ofService),
    ofFilters,
  );
};

const readNamespace = ({ Properties }: Resource): string => {
  const { Environment } = Properties as { Environment?: { Variables?: { METRICS_NAMESPACE?: string } } };
  return Environment?.Variables?.METRICS_NAMESPACE ?? '';
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
