import type { EndpointRow } from '../endpoints/endpoints.ts';
import { contactsPerCall } from '../endpoints/scenario.ts';
import type { CallCost } from './call-cost.ts';

export interface ContactCost {
  how: string;
  readUnits: number;
  writeUnits: number;
  /** Of one connection that waits for each response, on the measuring machine. */
  perSecond: number;
  /** For a million contacts. */
  dollars: number;
}

const ways = [
  { operationId: 'createContact', how: 'one by one', contacts: 1 },
  { operationId: 'importContacts', how: `in imports of ${contactsPerCall}`, contacts: contactsPerCall },
];

export const compareImports = (costs: readonly { row: EndpointRow; cost: CallCost }[]): ContactCost[] =>
  ways.flatMap(({ operationId, how, contacts }) =>
    costs
      .filter(({ row }) => row.operationId === operationId)
      .map(({ row, cost }) => ({
        how,
        readUnits: row.read_units / contacts,
        writeUnits: row.write_units / contacts,
        perSecond: (1000 * contacts) / row.p50Ms,
        dollars: cost.total / contacts,
      })),
  );
