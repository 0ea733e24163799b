import { alignColumns } from '../../terminal/layout.ts';
import type { BroadcastFindings } from './broadcasts.ts';

export const formatBroadcasts = ({ broadcasts, units }: BroadcastFindings): string => {
  const rows = broadcasts.map(({ what, recipients, missing, duplicated, miscounted, ...times }) => [
    what,
    String(recipients),
    times.prepareSeconds.toFixed(1),
    times.sendSeconds.toFixed(1),
    times.perSecond.toFixed(0),
    String(times.busiestSecond),
    times.getBroadcastP50Ms.toFixed(0),
    ...[missing, duplicated, miscounted].map(String),
  ]);
  const costs = units.map(({ what, operation, calls, readUnits, writeUnits }) => [
    what,
    operation,
    String(calls),
    readUnits.toFixed(2),
    writeUnits.toFixed(2),
  ]);
  return [
    [
      [
        'broadcast',
        'recipients',
        'prepare s',
        'send s',
        'per second',
        'busiest second',
        'GET p50 ms',
        'missing',
        'duplicated',
        'miscounted',
      ],
      ...rows,
    ],
    [['per recipient', 'function', 'calls in all', 'read units', 'write units'], ...costs],
  ]
    .map((table) => alignColumns(table).join('\n'))
    .join('\n\n');
};
