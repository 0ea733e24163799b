import { alignColumns } from '../../admin/layout.ts';
import { callCost } from '../costs/call-cost.ts';
import type { EndpointRow } from './endpoints.ts';
import type { GrowthRow } from './large-workspace.ts';
import type { BundleRow } from './start-up.ts';

export interface Findings {
  endpoints: EndpointRow[];
  bundles: BundleRow[];
  growth: GrowthRow[];
}

/** The findings as tables. */
export const showFindings = ({ endpoints: rows, bundles, growth }: Findings): string => {
  const calls = rows.map((row) => [
    row.operationId,
    ...[row.round_trips, row.read_units, row.write_units, row.cpu_ms, row.p50Ms, row.p99Ms].map(twoPlaces),
    row.logBytes.toFixed(0),
    twoPlaces(callCost(row, false).total),
  ]);
  const starts = bundles.map(({ name, kilobytes, timesBare }) => [name, kilobytes.toFixed(0), twoPlaces(timesBare)]);
  const sizes = growth.map(({ what, contacts, round_trips, read_units, write_units }) => [
    what,
    ...[contacts, round_trips, read_units, write_units].map(String),
  ]);
  return [
    [callHead, ...calls],
    [['bundle', 'KB', 'times bare'], ...starts],
    [['as a workspace grows', 'contacts', 'round trips', 'read units', 'write units'], ...sizes],
  ]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');
};

const callHead = [
  'endpoint',
  'round trips',
  'read units',
  'write units',
  'CPU ms',
  'p50 ms',
  'p99 ms',
  'log bytes',
  '$ a million',
];

const twoPlaces = (value: number): string => value.toFixed(2);
