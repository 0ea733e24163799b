import fc from 'fast-check';
import { expect, it } from 'vitest';
import { laterTime } from '../../../../functions/model/contacts/stored-contact.ts';
import type { StoredConversation } from '../../../../functions/model/conversations/conversation.ts';
import { readMark, toMark } from '../../../../functions/model/conversations/tracked.ts';
import { type Fact, listFacts, trackRating, withArrival } from '../../../../functions/model/reports/fact.ts';
import type { MetricName } from '../../../../functions/model/reports/metrics.ts';
import { cutReport } from '../../../../functions/model/reports/report.ts';
import { countFacts, packRollup, unpackRollup } from '../../../../functions/model/reports/rollup.ts';
import { dayOf } from '../../../../functions/model/reports/slots.ts';
import {
  type Counted,
  countPlainly,
  type LifeEvent,
  nearestRank,
  plainMetrics,
} from '../../../support/plain-reports.ts';

const startMs = Date.parse('2026-09-01T00:00Z');
const [from, to] = ['2026-10-01', '2026-10-30'];
const members = [1, 2, 3].map((last) => `0190d000-0000-7000-8000-00000000000${last}`);

/** What may happen, some seconds after what happened before. */
const event = fc.record({
  kind: fc.constantFrom(
    'customer',
    'customer',
    'customer',
    'member',
    'member',
    'bot',
    'close',
    'reopen',
    'turn',
    'assign',
    'rate',
    'rate',
  ),
  score: fc.integer({ min: 1, max: 5 }),
  afterSeconds: fc.oneof(fc.nat(900), fc.nat(40_000), fc.constant(0)),
  /** The clock of the channel is behind ours by so much. */
  behindSeconds: fc.oneof(fc.constant(0), fc.nat(5_000)),
  by: fc.constantFrom(...members),
});

const life = fc.record({
  startSeconds: fc.nat(70 * 86_400),
  channel: fc.constantFrom('msgapp' as const, 'web' as const),
  events: fc.array(event, { minLength: 1, maxLength: 14 }),
});

type Life = { id: string; startSeconds: number; channel: 'msgapp' | 'web'; events: Event[] };
type Event = { kind: string; afterSeconds: number; behindSeconds: number; by: string; score: number };

/** Changes the item as the service does: see store-message.ts, mark-sent.ts and conversations.ts. */
const apply = (before: StoredConversation, { kind, by, atMs, sentMs, score = 0 }: LifeEvent, id: string) => {
  const after: StoredConversation = { ...before };
  const isOpen = before.status === 'open';
  if (kind === 'customer') {
    const last_inbound_at = laterTime(new Date(sentMs).toISOString(), before.last_inbound_at);
    const arrived = { status: 'open' as const, unread_count: before.unread_count + 1, unseen: id, last_inbound_at };
    return { ...withArrival(before, sentMs), ...arrived };
  }
  if (kind === 'member') {
    delete after.asked_ms;
    const author = { kind: 'member' as const, id: by };
    Object.assign(after, { answered: toMark(atMs), last_message: { author }, unread_count: 0 });
    after.assigned_agent_id ??= by;
  } else if (kind === 'close' && isOpen) {
    delete after.asked_ms;
    Object.assign(after, { status: 'closed', closed_ms: atMs });
  } else if (kind === 'rate' && before.status === 'closed' && before.last_inbound_at !== null) {
    const given = before.rated === undefined ? 0 : readMark(before.rated).ms;
    after.rated = trackRating(before.rated, {
      atMs: given >= Date.parse(before.last_inbound_at) ? given : atMs,
      score,
    });
  } else if (kind === 'reopen') {
    delete after.closed_ms;
    after.status = 'open';
  } else if (kind === 'turn') delete after.asked_ms;
  else if (kind === 'assign') after.assigned_agent_id = by;
  return after;
};

const timeEvents = ({ startSeconds, events }: Life): LifeEvent[] => {
  let atMs = startMs + startSeconds * 1_000;
  return events.map(({ kind, afterSeconds, behindSeconds, by, score }) => {
    atMs += afterSeconds * 1_000 + 1;
    return { kind, by, score, atMs, sentMs: atMs - behindSeconds * 1_000 };
  });
};

const play = (life: Life): Fact[] => {
  const { id, channel } = life;
  const lifeNumber = Number(id.slice(1));
  const contact = { tags: [] } as unknown as StoredConversation['contact'];
  const fields = {
    id,
    channel,
    status: 'open',
    assigned_agent_id: null,
    last_inbound_at: null,
    unread_count: 0,
    contact,
  };
  let conversation = fields as unknown as StoredConversation;
  return timeEvents(life).flatMap((event, index) => {
    const after = apply(conversation, event, (lifeNumber * 100 + index).toString(16).padStart(12, '0'));
    const facts = listFacts(conversation, after);
    conversation = after;
    return facts;
  });
};

const isInRange = ({ at }: Counted): boolean => from <= dayOf(at) && dayOf(at) <= to;

const lives = (seed: number): Life[] =>
  fc.sample(life, { seed, numRuns: 20_000 }).map((one, index) => ({ ...one, id: `c${index}` }));

it('the numbers of 20,000 conversations are those of a plain count, medians within 5 %, however the facts come', {
  timeout: 240_000,
}, () => {
  const all = lives(20_261_119);
  const facts = all.flatMap(play);
  // The stream repeats batches and splits them.
  const repeated = [...facts.slice(5_000), ...facts.slice(0, 7_000)];
  const rollups = [...Map.groupBy(repeated, ({ at_ms }) => dayOf(at_ms))].map(([day, own]) => ({
    day,
    rollup: unpackRollup(packRollup(countFacts(own))),
  }));
  const plain = all.map((one) => countPlainly(timeEvents(one)));
  const cut = { from, to, timeZone: 'UTC', filter: {} };
  for (const metric of plainMetrics) {
    const wanted = plain.flatMap((one) => one[metric]).filter(isInRange);
    expect(wanted.length, metric).toBeGreaterThan(300);
    const { total, rows } = cutReport(metric, rollups, { ...cut, by: 'day' });
    expect(total.count, metric).toBe(wanted.length);
    for (const { key, count } of rows)
      expect(count, `${metric} of ${key}`).toBe(wanted.filter(({ at }) => dayOf(at) === key).length);
    expectTimes(metric, total, wanted);
    const happy = wanted.filter(({ score = 0 }) => score >= 4).length;
    if (metric === 'rating') expect(total.percent).toBe(Math.round((100 * happy) / wanted.length));
    expectMembers(metric, wanted, cutReport(metric, rollups, { ...cut, by: 'member' }).rows);
  }
});

type Times = Pick<ReturnType<typeof cutReport>['total'], 'median_seconds' | 'p90_seconds'>;

const expectTimes = (metric: MetricName, { median_seconds, p90_seconds }: Times, wanted: readonly Counted[]): void => {
  const seconds = wanted.flatMap((one) => one.seconds ?? []);
  for (const [share, measured] of [
    [0.5, median_seconds],
    [0.9, p90_seconds],
  ] as const) {
    if (measured === null) continue;
    const exact = nearestRank(seconds, share);
    expect(Math.abs(measured - exact), `${metric} ${share}`).toBeLessThanOrEqual(0.05 * exact);
  }
};

const expectMembers = (
  metric: MetricName,
  wanted: readonly Counted[],
  rows: readonly { key: string | null; count: number }[],
): void => {
  if (!metric.endsWith('_answer') || metric.startsWith('closed')) return;
  for (const member of members)
    expect(rows.find(({ key }) => key === member)?.count, `${metric} of ${member}`).toBe(
      wanted.filter(({ by }) => by === member).length,
    );
};

it('messages that move to another conversation of the customer count where they came', () => {
  const before = { id: 'c1', status: 'open', unread_count: 1, last_inbound_at: '2026-10-01T08:00:00.000Z' };
  const after = { ...before, unread_count: 3, unseen: '00000000000a', last_inbound_at: '2026-10-01T09:00:00.000Z' };
  const list = (moved: object) =>
    listFacts(
      { ...before, contact: { tags: [] } } as unknown as StoredConversation,
      { ...after, ...moved, contact: { tags: [] } } as unknown as StoredConversation,
    );
  expect(list({}).map(({ kind, at_ms }) => [kind, at_ms])).toEqual([['incoming', Date.parse(after.last_inbound_at)]]);
  expect(list({ noted: '00000000000b' })).toEqual([]);
});
