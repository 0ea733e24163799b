import { alignColumns } from '../../terminal/layout.ts';
import type { DeliveryFindings } from './deliveries.ts';
import type { FairnessFindings } from './fairness.ts';

export const formatDeliveries = (findings: DeliveryFindings): string =>
  [formatLoads(findings), formatFunction(findings), [['dollars per million', ''], ...toCost(findings)]]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');

const formatLoads = ({ rows }: DeliveryFindings): string[][] => [
  ['load', 'published', 'delivered', 'failed', 'skipped', 'lost', 'per second', 'p50 ms', 'p99 ms'],
  ...rows.map(({ what, published, outcomes, lost, perSecond, p50Ms, p99Ms }) => [
    what,
    ...[published, outcomes.delivered ?? 0, outcomes.failed ?? 0, outcomes.skipped ?? 0, lost].map(String),
    ...[perSecond, p50Ms, p99Ms].map((value) => value.toFixed(0)),
  ]),
];

const formatFunction = ({ functionAlone }: DeliveryFindings): string[][] => [
  ['function alone', 'CPU ms', 'per second and core', 'round trips', 'read units', 'write units', 'log bytes'],
  ...functionAlone.map(({ webhooksPerBatch, cpuMs, perSecondAndCore, ...units }) => [
    `${webhooksPerBatch} webhooks per batch`,
    cpuMs.toFixed(2),
    perSecondAndCore.toFixed(0),
    ...[units.roundTrips, units.readUnits, units.writeUnits].map((value) => value.toFixed(2)),
    units.logBytes.toFixed(0),
  ]),
];

const toCost = ({ dollarsPerMillion }: DeliveryFindings): string[][] =>
  Object.entries(dollarsPerMillion).map(([part, dollars]) => [part, dollars.toFixed(2)]);

export const formatFairness = (findings: FairnessFindings): string =>
  alignColumns([
    ['workspace', 'beside healthy: p50 ms', 'p99 ms', 'beside hostile: p50 ms', 'p99 ms', 'ratio of p99'],
    ...findings.rows.map(({ workspace, besideHealthy, besideHostile, ratio }) => [
      workspace,
      ...[besideHealthy, besideHostile].flatMap(({ p50Ms, p99Ms }) => [p50Ms.toFixed(0), p99Ms.toFixed(0)]),
      ratio.toFixed(2),
    ]),
    [
      `workers at once, of ${findings.workersMax}`,
      '',
      String(findings.workersPeakBesideHealthy),
      '',
      String(findings.workersPeakBesideHostile),
      '',
    ],
    ['lost', String(findings.lost), '', '', '', ''],
  ]).join('\n');
