import type { UnitCounts } from '../count-units.ts';
import { productionMemoryMb } from './assumptions.ts';
import { functionDollars, jobLogDollars, tableDollars } from './call-cost.ts';
import { prices } from './prices.ts';

/** An agent has the inbox open for 8 hours on 22 days, and answers 200 customers on each. */
const [openSeconds, answers] = [22 * 8 * 3_600, 22 * 200];

const openMinutes = openSeconds / 60;

/** For each customer: a message, the conversation is opened, answered, sent, delivered, read, closed. */
const changesPerAnswer = 7;

/** The message and two receipts. The others are acts of the agent, whose page knows the result. */
const readsPerAnswer = 3;

/** Colleagues see that the agent looks, writes, pauses, and writes again. Without any, only the poll says where they are. */
const presencesPerAnswer = 4;

const changed = readsPerAnswer * answers;

/** The number of calls in a month, for an agent who works alone and gets hints. */
const timesAMonth = {
  changed,
  /** A minute in which nothing else was read: changes come at random. */
  poll: openMinutes * Math.exp(-changed / openMinutes),
  presence: 0,
  timeline: answers,
  reply: answers,
  list: 22,
  socket: openMinutes / 15,
};

export type InboxOperation = keyof typeof timesAMonth;

/** The contact of each conversation and its conversations; members, channels, broadcasts and usage every hour. */
const others = { operation: 'others', times: 2 * answers + (openMinutes / 60) * 4, read_units: 2.5, write_units: 0 };

const authenticationUnits = 2;
const assumedMs = 30;
const million = 1_000_000;

/** The gateway and the function log each call. */
const logBytes = { gateway: 260, own: 450 };

export const callDollars = ({ read_units, write_units }: UnitCounts, name: string): number =>
  prices.httpApiRequest.dollars +
  prices.edgeRequest.dollars +
  (tableDollars(read_units, write_units) +
    functionDollars(assumedMs, productionMemoryMb(name)) +
    jobLogDollars(logBytes.gateway) +
    jobLogDollars(logBytes.own)) /
    million;

const inboxDollars = ({ read_units, write_units }: UnitCounts): number =>
  callDollars({ read_units: read_units + authenticationUnits, write_units }, 'dashboardInbox');

type MeasuredInbox = Partial<Record<InboxOperation, UnitCounts>>;

/** Each change is published once and delivered to each open page. */
const hintRow = (changes: number) => ({
  operation: 'hints',
  times: 2 * changes,
  read_units: null,
  write_units: null,
  dollars: 2 * changes * prices.pushOperation.dollars + openMinutes * prices.pushMinute.dollars,
});

/** The rows of the table in docs/costs.md, the total last. */
export const listAgentCosts = (inbox: MeasuredInbox) => {
  const measured = (Object.keys(timesAMonth) as InboxOperation[]).map((operation) => {
    const { read_units = 0, write_units = 0 } = inbox[operation] ?? {};
    return { operation: String(operation), times: timesAMonth[operation], read_units, write_units };
  });
  const rows = [
    ...[...measured, others].map((row) => ({ ...row, dollars: row.times * inboxDollars(row) })),
    hintRow(changesPerAnswer * answers),
  ];
  const sum = (field: 'times' | 'dollars') => rows.reduce((total, row) => total + row[field], 0);
  return [
    ...rows,
    { operation: 'total', times: sum('times'), read_units: null, write_units: null, dollars: sum('dollars') },
  ];
};

/** In a team of ten, each page hears and reads what happens in all conversations; hints that come together are one read. */
const teamSize = 10;

export const busyAgentDollars = (inbox: MeasuredInbox): number => {
  const total = listAgentCosts(inbox).at(-1)?.dollars ?? 0;
  const { changed: units, presence } = inbox;
  if (!units || !presence) return total;
  const toTeam = presencesPerAnswer * answers * inboxDollars(presence);
  const ofOthers = (teamSize - 1) * answers;
  const hints = ofOthers * (changesPerAnswer + presencesPerAnswer) * prices.pushOperation.dollars;
  return (
    total + toTeam + hints + ofOthers * changesPerAnswer * inboxDollars(units) - timesAMonth.poll * inboxDollars(units)
  );
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
