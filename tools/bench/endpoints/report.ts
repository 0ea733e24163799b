import { alignColumns } from '../../terminal/layout.ts';
import { toCallCost } from '../costs/call-cost.ts';
import { chooseMemoryMb } from '../memory.ts';
import type { EndpointRow } from './endpoints.ts';
import type { WorkspaceSizeRow } from './large-workspace.ts';
import type { BundleRow } from './start-up.ts';

export interface EndpointFindings {
  endpoints: EndpointRow[];
  bundles: BundleRow[];
  workspaceSizes: WorkspaceSizeRow[];
}

export const formatEndpoints = ({ endpoints: rows, bundles, workspaceSizes }: EndpointFindings): string => {
  const calls = rows.map((row) => [
    row.operationId,
    ...[row.round_trips, row.read_units, row.write_units, row.cpu_ms, row.cpuP99Ms, row.p50Ms, row.p99Ms].map(
      toTwoDecimals,
    ),
    row.logBytes.toFixed(0),
    toTwoDecimals(toCallCost(row, false).total),
  ]);
  const starts = bundles.map(({ name, kilobytes, timesBare, residentMb }) => {
    const { cpuP99Ms = 0 } = rows.find(({ operationId }) => operationId === name) ?? {};
    const memoryMb = chooseMemoryMb({ cpu_p99_ms: cpuP99Ms, resident_mb: residentMb });
    return [name, kilobytes.toFixed(0), toTwoDecimals(timesBare), residentMb.toFixed(0), String(memoryMb)];
  });
  const sizes = workspaceSizes.map(({ what, contacts, round_trips, read_units, write_units }) => [
    what,
    ...[contacts, round_trips, read_units, write_units].map(String),
  ]);
  return [
    [callHeader, ...calls],
    [['bundle', 'KB', 'times bare', 'resident MB', 'memory MB for the lowest bill'], ...starts],
    [['as a workspace grows', 'contacts', 'round trips', 'read units', 'write units'], ...sizes],
  ]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');
};

const callHeader = [
  'endpoint',
  'round trips',
  'read units',
  'write units',
  'CPU ms',
  'CPU p99 ms',
  'p50 ms',
  'p99 ms',
  'log bytes',
  '$ per million',
];

const toTwoDecimals = (value: number): string => value.toFixed(2);
