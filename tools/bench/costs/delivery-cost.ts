import { assumptions } from './assumptions.ts';
import { functionDollars, logDollars, sumOf, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

/** Of one delivery that succeeds at once, as the function counted it. */
export interface DeliveryUnits {
  readUnits: number;
  writeUnits: number;
  roundTrips: number;
  logBytes: number;
}

/** Our own part of a batch beside the endpoint's. */
const ownMs = 20;

/** Dollars for a million deliveries that succeed at once, in full batches. */
export const costPerMillion = ({ readUnits, writeUnits, logBytes }: DeliveryUnits) => {
  const { deliveryBatch, deliveryBytes, endpointMs, backgroundMemoryMb } = assumptions;
  const parts = {
    table: tableDollars(readUnits, writeUnits),
    // Sent, received and deleted.
    queue: (3 / deliveryBatch) * 1_000_000 * (prices.queueRequest.dollars + prices.queueFairness.dollars),
    functions: functionDollars(endpointMs + ownMs, backgroundMemoryMb) / deliveryBatch,
    logs: logDollars(logBytes, 1 / deliveryBatch),
    egress: (deliveryBytes / 1000) * prices.egressGigabyte.dollars,
  };
  return { ...parts, total: sumOf(parts) };
};
