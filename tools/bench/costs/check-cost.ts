import { assumptions, computeMs, productionMemoryMb } from './assumptions.ts';
import { functionDollars, jobLogDollars, sumParts, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

/** Measured: a message that was sent is read once. The line is about as long as that of an endpoint. */
const units = { readUnits: 1, writeUnits: 0, logBytes: 320 };

/** Send, receive and delete. */
const queueRequestsPerBatch = 3;

/** The first schedules the checks. */
const calledPerBatch = ['dispatchChanges', 'checkMessage'];
const callCpuMs = 5;

/** Dollars per million checks of messages that were sent. */
export const checkDollars = (): number => {
  const { deliveryBatchSize: batchSize } = assumptions;
  return sumParts({
    table: tableDollars(units.readUnits, units.writeUnits),
    queue: (queueRequestsPerBatch / batchSize) * 1_000_000 * prices.queueRequest.dollars,
    functions: functionDollarsPerBatch() / batchSize,
    logs: jobLogDollars(units.logBytes),
  });
};

const functionDollarsPerBatch = (): number =>
  calledPerBatch.reduce((sum, name) => {
    const memoryMb = productionMemoryMb(name);
    return sum + functionDollars(assumptions.tableRoundTripMs + computeMs(callCpuMs, memoryMb), memoryMb);
  }, 0);
