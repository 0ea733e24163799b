import { summarizeDelivery } from '../../../functions/domain/deliveries/deliver.ts';
import { ids } from '../../../functions/operations/samples.ts';
import type { EndpointRow } from '../endpoints/endpoints.ts';
import { contactsPerCall } from '../endpoints/scenario.ts';
import type { FunctionWork } from '../work/measure.ts';
import { assumptions, computeMs, productionMemoryMb } from './assumptions.ts';
import { type CallCost, functionDollars, jobLogDollars, sumParts, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

/** Send, receive and delete. */
const queueRequestsPerBatch = 3;

/** Our own CPU time per batch on a full vCPU, on top of the webhook's response time. */
const batchCpuMs = 20;

/** Deliveries of a batch share one line, in which each has its own words. */
const ownLogBytes = JSON.stringify(
  summarizeDelivery({
    outcome: 'delivered',
    attempt_number: 1,
    receive_count: 1,
    ...{ webhook_id: ids.webhook, event_id: ids.event, request_id: ids.event },
    ...{ code: 200, target_ms: assumptions.webhookResponseMs, since_event_ms: 1_000 },
  }),
).length;

/** Takes the work of `deliverWebhook` for a delivery that succeeds at the first attempt. */
export const costPerMillion = ({ read_units, write_units, log_bytes }: FunctionWork) => {
  const { deliveryBatchSize, deliveryBytes, webhookResponseMs } = assumptions;
  const memoryMb = productionMemoryMb('deliverWebhook');
  const parts = {
    table: tableDollars(read_units, write_units),
    queue:
      (queueRequestsPerBatch / deliveryBatchSize) *
      1_000_000 *
      (prices.queueRequest.dollars + prices.fairQueueRequest.dollars),
    functions: functionDollars(webhookResponseMs + computeMs(batchCpuMs, memoryMb), memoryMb) / deliveryBatchSize,
    logs: jobLogDollars(ownLogBytes + (log_bytes - ownLogBytes) / deliveryBatchSize),
    egress: (deliveryBytes / 1000) * prices.egressGigabyte.dollars,
  };
  return { ...parts, total: sumParts(parts) };
};

/** Measured: a message that was sent is read once. The line is about as long as that of an endpoint. */
const checkUnits = { readUnits: 1, writeUnits: 0, logBytes: 320 };

/** The first schedules the checks. */
const calledPerBatch = ['dispatchChanges', 'checkMessage'];
const callCpuMs = 5;

/** Dollars per million checks of messages that were sent. */
export const checkDollars = (): number => {
  const { deliveryBatchSize: batchSize } = assumptions;
  return sumParts({
    table: tableDollars(checkUnits.readUnits, checkUnits.writeUnits),
    queue: (queueRequestsPerBatch / batchSize) * 1_000_000 * prices.queueRequest.dollars,
    functions: functionDollarsPerBatch() / batchSize,
    logs: jobLogDollars(checkUnits.logBytes),
  });
};

const functionDollarsPerBatch = (): number =>
  calledPerBatch.reduce((sum, name) => {
    const memoryMb = productionMemoryMb(name);
    return sum + functionDollars(assumptions.tableRoundTripMs + computeMs(callCpuMs, memoryMb), memoryMb);
  }, 0);

export interface ContactCost {
  how: string;
  readUnits: number;
  writeUnits: number;
  /** The rate of one connection that waits for each response, on the measuring machine. */
  perSecond: number;
  /** The price of a million contacts. */
  dollars: number;
}

/** AWS counts a read unit for each number that has no contact; DynamoDB Local counts none of those in a batch. */
const uncountedReads = 1;

const ways = [
  { operationId: 'createContact', how: 'one by one', contacts: 1, uncounted: 0 },
  {
    operationId: 'importContacts',
    how: `in imports of ${contactsPerCall}`,
    contacts: contactsPerCall,
    uncounted: uncountedReads,
  },
];

export const compareImports = (costs: readonly { row: EndpointRow; cost: CallCost }[]): ContactCost[] =>
  ways.flatMap(({ operationId, how, contacts, uncounted }) =>
    costs
      .filter(({ row }) => row.operationId === operationId)
      .map(({ row, cost }) => ({
        how,
        readUnits: row.read_units / contacts + uncounted,
        writeUnits: row.write_units / contacts,
        perSecond: (1000 * contacts) / row.p50Ms,
        dollars: cost.total / contacts + tableDollars(uncounted, 0),
      })),
  );
