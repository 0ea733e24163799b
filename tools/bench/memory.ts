import { assumptions } from './costs/assumptions.ts';

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
