import { assumptions, computeMs, productionMemoryMb } from './assumptions.ts';
import { functionDollars, jobLogDollars, sumParts, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

/** Per delivery that succeeds at the first attempt, as counted by the function. */
export interface DeliveryUnits {
  readUnits: number;
  writeUnits: number;
  roundTrips: number;
  logBytes: number;
  logLines: number;
}

/** Send, receive and delete. */
const queueRequestsPerBatch = 3;

/** Our own CPU time per batch on a full vCPU, on top of the webhook's response time. */
const batchCpuMs = 20;

export const costPerMillion = ({ readUnits, writeUnits, logBytes, logLines }: DeliveryUnits) => {
  const { deliveryBatchSize, deliveryBytes, webhookResponseMs } = assumptions;
  const memoryMb = productionMemoryMb('deliverWebhook');
  const parts = {
    table: tableDollars(readUnits, writeUnits),
    queue:
      (queueRequestsPerBatch / deliveryBatchSize) *
      1_000_000 *
      (prices.queueRequest.dollars + prices.fairQueueRequest.dollars),
    functions: functionDollars(webhookResponseMs + computeMs(batchCpuMs, memoryMb), memoryMb) / deliveryBatchSize,
    logs: jobLogDollars(logBytes, logLines),
    egress: (deliveryBytes / 1000) * prices.egressGigabyte.dollars,
  };
  return { ...parts, total: sumParts(parts) };
};
