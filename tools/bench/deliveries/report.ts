import { alignColumns } from '../../terminal/layout.ts';
import type { DeliveryFindings } from './deliveries.ts';

export const formatDeliveries = ({ rows, units, dollarsPerMillion }: DeliveryFindings): string => {
  const loads = rows.map(({ what, published, outcomes, lost, perSecond, p50Ms, p99Ms }) => [
    what,
    ...[published, outcomes.delivered ?? 0, outcomes.failed ?? 0, outcomes.skipped ?? 0, lost].map(String),
    ...[perSecond, p50Ms, p99Ms].map((value) => value.toFixed(0)),
  ]);
  const cost = Object.entries(dollarsPerMillion).map(([part, dollars]) => [part, dollars.toFixed(2)]);
  const { roundTrips, readUnits, writeUnits, logBytes } = units;
  return [
    [['load', 'published', 'delivered', 'failed', 'skipped', 'lost', 'per second', 'p50 ms', 'p99 ms'], ...loads],
    [
      ['one delivery', 'round trips', 'read units', 'write units', 'log bytes'],
      ['first attempt', ...[roundTrips, readUnits, writeUnits, logBytes].map((value) => value.toFixed(2))],
    ],
    [['dollars per million', ''], ...cost],
  ]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');
};
