import type { EndpointRow } from '../endpoints/endpoints.ts';
import { contactsPerCall } from '../endpoints/scenario.ts';
import { type CallCost, tableDollars } from './call-cost.ts';

export interface ContactCost {
  how: string;
  readUnits: number;
  writeUnits: number;
  /** Of one connection that waits for each response, on the measuring machine. */
  perSecond: number;
  /** For a million contacts. */
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
