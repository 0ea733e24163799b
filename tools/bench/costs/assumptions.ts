import { memoryMbOf } from '../../../lib/functions/memory.ts';
import { getSettings } from '../../../lib/settings.ts';

const production = getSettings('production');

/** The memory with which a function deploys to production. */
export const productionMemoryMb = (name: string): number => memoryMbOf(name, production);

/** A regional REST API sends this before the body: a status line, its own headers and ours. */
const responseHead = [
  'HTTP/1.1 200 OK',
  'Date: Sun, 15 Nov 2026 14:25:25 GMT',
  'Content-Type: application/json',
  'Content-Length: 1234',
  'Connection: keep-alive',
  'x-amzn-RequestId: 01a1e242-c198-4000-b7b0-ca6ff3a61739',
  'x-amz-apigw-id: UxQ6VEnPoAMFfcA=',
  'X-Amzn-Trace-Id: Root=1-6918f0a5-1c2b3d4e5f60718293a4b5c6;Parent=0123456789abcdef;Sampled=0;Lineage=1:1a2b3c4d:0',
  'X-Request-Id: 01a1e242-c198-4000-b7b0-ca6ff3a61739',
  'X-RateLimit-Limit: 120',
  'X-RateLimit-Remaining: 119',
  'X-RateLimit-Reset: 1794752785',
  '',
  '',
].join('\r\n');

/** A record of TLS 1.3 has a header, a type and a tag. */
const tlsRecordBytes = 5 + 1 + 16;

/** Guesses that turn counts into a bill; replace one when you have a measurement. */
export const assumptions = {
  /** A read or a write in the same region. Calls that overlap are one round trip. */
  tableRoundTripMs: 5,
  extraWaitMs: { sendMessage: 300 } as Record<string, number>,
  /** Lambda gives one full vCPU at this memory; with less, CPU time stretches. */
  vcpuMemoryMb: 1_769,
  /** The timestamp that Lambda adds to a line, CloudWatch's overhead per line, and the gateway's own line. */
  timestampBytes: '"timestamp":"2026-11-15T14:25:25.123Z",'.length,
  lineOverheadBytes: 26,
  accessLogBytes: 'UxQ6VEnPoAMFfcA= 200 - /contacts/{id}:200'.length,
  responseOverheadBytes: responseHead.length + tlsRecordBytes,
  deliveryBatchSize: 10,
  webhookResponseMs: 200,
  deliveryBytes: 1_200,
} as const;

/** The memory decides on the share of a vCPU, and so on the time. */
export const computeMs = (cpuMs: number, memoryMb: number): number =>
  cpuMs * Math.max(1, assumptions.vcpuMemoryMb / memoryMb);

/** Rounded up to 5 ms: a measurement on this machine is no more precise. */
export const billedMs = (operation: string, cpuMs: number, roundTrips: number, memoryMb: number): number => {
  const waitMs = roundTrips * assumptions.tableRoundTripMs + (assumptions.extraWaitMs[operation] ?? 0);
  return Math.ceil((computeMs(cpuMs, memoryMb) + waitMs) / 5) * 5;
};

/** The measurements that decide on the memory of a function. */
export interface MemoryNeed {
  /** The CPU time of warm calls on a full vCPU. Background functions have none: nobody waits for them. */
  cpu_p99_ms?: number;
  /** The memory of a process that loaded the bundle. */
  resident_mb: number;
}

/** A caller waits at most so long for our own code, even in one call of a hundred. */
const computeMsMax = 100;

/** Ordinary calls double the resident memory of a loaded bundle (measured). The rest is for Lambda's own runtime. */
const residentFactor = 3;

/**
 * Holds a page of 1 MB, the largest of DynamoDB, which takes a process to 220 MB (measured). The first call of a process
 * takes about 40 ms of CPU: a quarter of a second with this memory, half of one with 128 MB.
 */
const memoryMbMin = 256;

const stepMb = 64;

/**
 * Memory sets the share of a vCPU. Compute time shrinks as memory grows, so computing costs the same at every size below
 * a full vCPU, but waiting costs more. The bill is therefore lowest at the least memory that is fast enough.
 */
export const chooseMemoryMb = ({ cpu_p99_ms: cpuP99Ms = 0, resident_mb: residentMb }: MemoryNeed): number => {
  const neededMb = Math.max((cpuP99Ms * assumptions.vcpuMemoryMb) / computeMsMax, residentMb * residentFactor);
  return Math.max(memoryMbMin, Math.ceil(neededMb / stepMb) * stepMb);
};
