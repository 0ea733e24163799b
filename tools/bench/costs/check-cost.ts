import { assumptions } from './assumptions.ts';
import { functionDollars, jobLogDollars, sumParts, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

/** Measured: a message that was sent is read once. The line is about as long as that of an endpoint. */
const units = { readUnits: 1, writeUnits: 0, logBytes: 320 };

/** Send, receive and delete. */
const queueRequestsPerBatch = 3;

/** Of `dispatchChanges`, which schedules the checks, and of `checkMessage`. */
const callsPerBatch = 2;
const callMs = 20;

/** Dollars per million checks of messages that were sent. */
export const checkDollars = (): number => {
  const { deliveryBatchSize: batchSize, backgroundMemoryMb } = assumptions;
  return sumParts({
    table: tableDollars(units.readUnits, units.writeUnits),
    queue: (queueRequestsPerBatch / batchSize) * 1_000_000 * prices.queueRequest.dollars,
    functions: (callsPerBatch / batchSize) * functionDollars(callMs, backgroundMemoryMb),
    logs: jobLogDollars(units.logBytes),
  });
};
