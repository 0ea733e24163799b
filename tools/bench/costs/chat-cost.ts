import type { UnitCounts } from '../count-units.ts';
import { callDollars } from './agent-cost.ts';
import { prices } from './prices.ts';

/** Four questions and four answers in ten minutes, in which the panel is open and listens. */
const [messages, answers, openMinutes] = [4, 4, 10];

/** Of a hundred visits one becomes a conversation. Each asks once for the settings, which the edge and the browser keep. */
const visits = 100;

/** The number of calls for a conversation. */
const timesEach = {
  site: visits + 3,
  first: 1,
  message: messages - 1,
  /** Hints tell of each message that is stored, read or answered, and a read follows its own message. */
  read: 3 * messages + answers,
  /** Every 30 seconds, for a hint that was lost. */
  poll: 2 * openMinutes,
  context: 1,
  receipt: answers,
};

export type ChatOperation = keyof typeof timesEach;

type MeasuredChat = Partial<Record<ChatOperation, UnitCounts>>;

/** Presence: here every 45 seconds, and that the visitor writes. Opening the socket writes one unit, too. */
const others = {
  operation: 'presence',
  times: Math.ceil((openMinutes * 60) / 45) + 2 * messages + 2,
  read_units: 3,
  write_units: 1,
};

const thousand = 1_000;

/** Each change and each sign of writing is published once and delivered to one page. */
const hints = 2 * (3 * messages + answers + 2 * answers);

/** The rows of the table in docs/costs.md for 1,000 conversations, the total last. */
export const listChatCosts = (chat: MeasuredChat) => {
  const measured = (Object.keys(timesEach) as ChatOperation[]).map((operation) => {
    const { read_units = 0, write_units = 0 } = chat[operation] ?? {};
    return { operation: String(operation), times: timesEach[operation], read_units, write_units };
  });
  const rows = [...measured, others].map(({ times, ...row }) => {
    const name = row.operation === 'site' ? 'chatSite' : 'chatVisitor';
    return { ...row, times: thousand * times, dollars: thousand * times * callDollars(row, name) };
  });
  const pushed = thousand * (hints * prices.pushOperation.dollars + openMinutes * prices.pushMinute.dollars);
  const all = [
    ...rows,
    { operation: 'hints', times: thousand * hints, read_units: null, write_units: null, dollars: pushed },
  ];
  const sum = (field: 'times' | 'dollars') => all.reduce((total, row) => total + row[field], 0);
  return [
    ...all,
    { operation: 'total', times: sum('times'), read_units: null, write_units: null, dollars: sum('dollars') },
  ];
};
