import { productionMemoryMb } from './assumptions.ts';
import { functionDollars, jobLogDollars, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

export interface UnitCounts {
  read_units: number;
  write_units: number;
}

/** An agent has the inbox open for 8 hours on 22 days, and answers 200 customers on each. */
const [openSeconds, answers] = [22 * 8 * 3_600, 22 * 200];

const polls = openSeconds / 2;

/** The number of calls in a month. For an agent who works alone, one in ten polls finds something new. */
const timesAMonth = {
  unchanged: polls * 0.9,
  changed: polls * 0.1,
  counts: openSeconds / 15,
  presence: openSeconds / 20,
  timeline: answers,
  reply: answers,
  list: 22,
};

export type InboxOperation = keyof typeof timesAMonth;

/** Contact, channels, members and broadcasts every minute, usage every five, and the contact of each conversation. */
const others = { operation: 'others', times: (openSeconds / 60) * 4.2 + 2 * answers, read_units: 2.5, write_units: 0 };

const authenticationUnits = 2;
const assumedMs = 30;
const million = 1_000_000;

/** The gateway logs each call. Our own line is missing where nothing changed. */
const logBytes = { gateway: 260, own: 450 };

const callDollars = (operation: string, { read_units, write_units }: UnitCounts): number =>
  prices.httpApiRequest.dollars +
  prices.edgeRequest.dollars +
  (tableDollars(read_units + authenticationUnits, write_units) +
    functionDollars(assumedMs, productionMemoryMb('dashboardInbox')) +
    jobLogDollars(logBytes.gateway) +
    (operation === 'unchanged' ? 0 : jobLogDollars(logBytes.own))) /
    million;

type MeasuredInbox = Partial<Record<InboxOperation, UnitCounts>>;

/** The rows of the table in docs/costs.md, the total last. */
export const listAgentCosts = (inbox: MeasuredInbox) => {
  const measured = (Object.keys(timesAMonth) as InboxOperation[]).map((operation) => {
    const { read_units = 0, write_units = 0 } = inbox[operation] ?? {};
    return { operation: String(operation), times: timesAMonth[operation], read_units, write_units };
  });
  const rows = [...measured, others].map((row) => ({ ...row, dollars: row.times * callDollars(row.operation, row) }));
  const sum = (field: 'times' | 'dollars') => rows.reduce((total, row) => total + row[field], 0);
  return [
    ...rows,
    { operation: 'total', times: sum('times'), read_units: null, write_units: null, dollars: sum('dollars') },
  ];
};

/** The agent works in a team whose list never stays the same for two seconds. */
export const busyAgentDollars = (inbox: MeasuredInbox): number => {
  const { unchanged, changed } = inbox;
  const total = listAgentCosts(inbox).at(-1)?.dollars ?? 0;
  if (!unchanged || !changed) return total;
  return total + timesAMonth.unchanged * (callDollars('changed', changed) - callDollars('unchanged', unchanged));
};

const monthSeconds = 730 * 3_600;

/** Every call of a follower reads the feed and its batches, and updates its key; one that waits also takes its place. */
const followerCall = (ms: number, { read_units, write_units }: UnitCounts): number =>
  prices.gatewayRequest.dollars +
  prices.firewallRequest.dollars +
  (functionDollars(ms, productionMemoryMb('listFeedEvents')) +
    tableDollars(read_units, write_units) +
    jobLogDollars(logBytes.own)) /
    million;

/** Looks for an event twice a second, for half a read unit each time. */
export const waitingUnits = { seconds: 20, read_units: 22.5, write_units: 2 };

/** Dollars a month of a follower that waits, and of one that asks every five seconds. */
export const followerDollars = {
  waiting: (monthSeconds / waitingUnits.seconds) * followerCall(waitingUnits.seconds * 1_000, waitingUnits),
  polling: (monthSeconds / 5) * followerCall(assumedMs, { read_units: 2.5, write_units: 1 }),
};
