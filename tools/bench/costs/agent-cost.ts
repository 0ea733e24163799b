import { functionDollars, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

export interface UnitCounts {
  read_units: number;
  write_units: number;
}

/** An agent has the inbox open for 8 hours on 22 days, and answers 200 customers on each. */
const [openSeconds, answers] = [22 * 8 * 3_600, 22 * 200];

/** The number of calls in a month. One in ten polls finds something new. */
const timesAMonth = {
  unchanged: (openSeconds / 2) * 0.9,
  changed: (openSeconds / 2) * 0.1,
  counts: openSeconds / 15,
  presence: openSeconds / 20,
  timeline: answers,
  reply: answers,
  list: 22,
};

export type InboxOperation = keyof typeof timesAMonth;

const authenticationUnits = 2;
const assumedMs = 30;
const memoryMb = 256;
const million = 1_000_000;

/** The rows of the table in docs/costs.md, the total last. */
export const listAgentCosts = (inbox: Partial<Record<InboxOperation, UnitCounts>>) => {
  const rows = (Object.keys(timesAMonth) as InboxOperation[]).map((operation) => {
    const { read_units = 0, write_units = 0 } = inbox[operation] ?? {};
    const times = timesAMonth[operation];
    const requests = prices.httpApiRequest.dollars + prices.edgeRequest.dollars;
    const dollars = tableDollars(read_units + authenticationUnits, write_units) + functionDollars(assumedMs, memoryMb);
    return {
      operation: String(operation),
      times,
      read_units,
      write_units,
      dollars: times * (requests + dollars / million),
    };
  });
  const sum = (field: 'times' | 'dollars') => rows.reduce((total, row) => total + row[field], 0);
  return [
    ...rows,
    { operation: 'total', times: sum('times'), read_units: null, write_units: null, dollars: sum('dollars') },
  ];
};
