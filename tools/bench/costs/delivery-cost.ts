import { assumptions } from './assumptions.ts';
import { functionDollars, logDollars, sumParts, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

/** Of one delivery that succeeds at once, as the function counted it. */
export interface DeliveryUnits {
  readUnits: number;
  writeUnits: number;
  roundTrips: number;
  logBytes: number;
}

/** Our own part of a batch beside the endpoint's. */
const processingMs = 20;

/** Dollars for a million deliveries that succeed at once, in full batches. */
export const costPerMillion = ({ readUnits, writeUnits, logBytes }: DeliveryUnits) => {
  const { deliveryBatchSize, deliveryBytes, webhookResponseMs, backgroundMemoryMb } = assumptions;
  const parts = {
    table: tableDollars(readUnits, writeUnits),
    // Sent, received and deleted.
    queue: (3 / deliveryBatchSize) * 1_000_000 * (prices.queueRequest.dollars + prices.fairQueueRequest.dollars),
    functions: functionDollars(webhookResponseMs + processingMs, backgroundMemoryMb) / deliveryBatchSize,
    logs: logDollars(logBytes, 1 / deliveryBatchSize),
    egress: (deliveryBytes / 1000) * prices.egressGigabyte.dollars,
  };
  return { ...parts, total: sumParts(parts) };
};
