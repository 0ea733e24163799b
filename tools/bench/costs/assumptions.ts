import { getSettings } from '../../../lib/settings.ts';

const production = getSettings('production');

/** What turns counts of this machine into a bill. Each is a guess that somebody can replace by a measurement. */
export const assumptions = {
  /** In-region, for a read or a write; those that run side by side are counted as if one came after the other. */
  tableRoundTripMs: 5,
  /** What a call waits for besides the table. */
  extraWaitMs: { sendMessage: 300 } as Record<string, number>,
  apiMemoryMb: production.apiFunction.memoryMb,
  backgroundMemoryMb: production.backgroundFunction.memoryMb,
  /** The memory that comes with one whole processor: with less, the CPU time of this machine stretches. */
  vcpuMemoryMb: 1_769,
  /** Lambda's own three lines of a call, and what CloudWatch adds to each line. */
  platformLogBytes: 300,
  lineOverheadBytes: 26,
  /** Headers of an answer, and the connection's part. */
  responseOverheadBytes: 700,
  /** Of webhooks: what is taken from the queue at a time, how long an endpoint thinks, what goes out. */
  deliveryBatchSize: 10,
  webhookResponseMs: 200,
  deliveryBytes: 1_200,
} as const;

/** Of a call with this much CPU time, to five milliseconds: more would be a promise that this machine cannot keep. */
export const billedMs = (operation: string, cpuMs: number, roundTrips: number, memoryMb: number): number => {
  const computeMs = cpuMs * Math.max(1, assumptions.vcpuMemoryMb / memoryMb);
  const waitMs = roundTrips * assumptions.tableRoundTripMs + (assumptions.extraWaitMs[operation] ?? 0);
  return Math.ceil((computeMs + waitMs) / 5) * 5;
};
