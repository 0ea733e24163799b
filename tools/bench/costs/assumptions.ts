import { memoryMbOf } from '../../../lib/functions/memory.ts';
import { getSettings } from '../../../lib/settings.ts';

const production = getSettings('production');

/** As it deploys to production. */
export const productionMemoryMb = (name: string): number => memoryMbOf(name, production);

/** Guesses that turn counts into a bill; replace one when you have a measurement. */
export const assumptions = {
  /** In-region, for a read or a write. Calls that overlap are one round trip. */
  tableRoundTripMs: 5,
  extraWaitMs: { sendMessage: 300 } as Record<string, number>,
  /** Lambda gives one full vCPU at this memory; with less, CPU time stretches. */
  vcpuMemoryMb: 1_769,
  /** The timestamp that Lambda adds to a line, CloudWatch's overhead per line, and the gateway's own line. */
  timestampBytes: '"timestamp":"2026-11-15T14:25:25.123Z",'.length,
  lineOverheadBytes: 26,
  accessLogBytes: 'UxQ6VEnPoAMFfcA= 200 -'.length,
  responseOverheadBytes: 700,
  deliveryBatchSize: 10,
  webhookResponseMs: 200,
  deliveryBytes: 1_200,
} as const;

/** With the share of a vCPU that belongs to the memory. */
export const computeMs = (cpuMs: number, memoryMb: number): number =>
  cpuMs * Math.max(1, assumptions.vcpuMemoryMb / memoryMb);

/** Rounded up to 5 ms: a measurement on this machine is no more precise. */
export const billedMs = (operation: string, cpuMs: number, roundTrips: number, memoryMb: number): number => {
  const waitMs = roundTrips * assumptions.tableRoundTripMs + (assumptions.extraWaitMs[operation] ?? 0);
  return Math.ceil((computeMs(cpuMs, memoryMb) + waitMs) / 5) * 5;
};
