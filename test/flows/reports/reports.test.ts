import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { workOn } from '../../../functions/domain/conversations/work-on.ts';
import { eraseContact } from '../../../functions/domain/erasures/erase-contact.ts';
import { storeMessage } from '../../../functions/domain/inbound/store-message.ts';
import { reply } from '../../../functions/domain/messages/reply.ts';
import { findAnswerMinutes, findUsualWaits } from '../../../functions/domain/reports/answer-times.ts';
import { countDay } from '../../../functions/domain/reports/count-day.ts';
import { getReport, listReports } from '../../../functions/domain/reports/get-report.ts';
import { noteFacts } from '../../../functions/domain/reports/note-facts.ts';
import { toShortId } from '../../../functions/model/conversations/tracked.ts';
import type { InboundMessage } from '../../../functions/model/inbound/inbound.ts';
import { countKnown, type Fact, settleFacts } from '../../../functions/model/reports/fact.ts';
import type { Behind, ComparedReport, Report, UsualWaits } from '../../../functions/model/reports/metric.ts';
import { type MetricName, metrics } from '../../../functions/model/reports/metrics.ts';
import { countFacts } from '../../../functions/model/reports/rollup.ts';
import { addDays, dayOf } from '../../../functions/model/reports/slots.ts';
import { clock, hourMs, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { trackedNames } from '../../../functions/table/conversations/tracked-fields.ts';
import { removeItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { queryBetween } from '../../../functions/table/dynamodb/query.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { packLimits, putRollup, queryFacts } from '../../../functions/table/reports/reports.ts';
import { pageLimits, rebuildReport } from '../../../tools/admin/sweep/rebuild-report.ts';
import { makeShop, type Shop } from '../../support/channels/channels.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { callDashboard, makeSignedInMember, type Person } from '../../support/dashboard/dashboard.ts';
import { measureCost } from '../../support/measure-cost.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import {
  type Counted,
  countPlainly,
  type LifeEvent,
  nearestRank,
  type PlainMetric,
  plainMetrics,
} from '../../support/plain-reports.ts';
import { takeSweptJobs } from '../../support/swept-jobs.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';

/** A metric that has one kind of fact. */
const countNoted = (facts: readonly Fact[], metric: PlainMetric): number => {
  const kinds = {
    incoming: 'incoming',
    new_conversations: 'started',
    first_answer: 'answer',
    every_answer: 'answer',
    rating: 'rating',
  };
  const kind = metric in kinds ? Reflect.get(kinds, metric) : 'close';
  return settleFacts(facts).filter(
    (fact) =>
      fact.kind === kind &&
      (metric !== 'first_answer' || fact.is_first) &&
      (metric !== 'closed_without_answer' || !fact.is_answered),
  ).length;
};

const author = { kind: 'key' as const, id: null, name: null };

const dayMs = 24 * hourMs;
const today = dayOf(Date.now());
const daysBack = 6;
const range = { from: addDays(today, -daysBack), to: addDays(today, 1) };

const readPath = (metric: string, query: object = {}): string =>
  `/reports/${metric}?${new URLSearchParams({ ...range, ...query })}`;

/** What the sweep does after the hour. */
const countDays = async (workspaceId: string): Promise<void> => {
  for (let day = addDays(range.from, -1); day <= range.to; day = addDays(day, 1))
    await countDay({ task: 'count_day', workspaceId, day, dueAts: [] });
};

const listFactsOf = async (workspaceId: string): Promise<Fact[]> => {
  const days = Array.from({ length: daysBack + 3 }, (_, index) => addDays(range.from, index - 1));
  const facts = await Promise.all(days.map((day) => queryFacts({ workspaceId, day }, 'strong')));
  return facts.flat();
};

const act = fc.record({
  kind: fc.constantFrom('customer', 'customer', 'member', 'member', 'both', 'bot', 'close', 'reopen', 'pending'),
  by: fc.nat(1),
  behindSeconds: fc.oneof(fc.nat(200), fc.nat((daysBack * dayMs) / 1_000)),
});

const write = async (shop: Shop, from: string, sentMs: number): Promise<void> => {
  const item: InboundMessage = {
    ...{ kind: 'message', channel: 'web', accountId: shop.accounts.web, channelMessageId: randomUUID() },
    ...{ from: { phone: null, channelUserId: from, name: 'Ana' }, sentAt: isoTime(sentMs), contentType: 'text' },
    ...{ text: 'Hi', media: [], interactiveReplyId: null, replyToChannelMessageId: null },
  };
  await storeMessage(shop.id, item, {});
};

const answer = ({ id: workspaceId }: Shop, conversationId: string, userId?: string) =>
  reply(workspaceId, {
    ...{ id: newId(), conversationId },
    outgoing: { content: { type: 'text', text: 'Hello' }, replyToMessageId: undefined, seenMessageId: undefined },
    sender: userId === undefined ? { type: 'key' } : { type: 'member', userId },
  });

const findConversationId = async ({ id }: Shop, from: string): Promise<string> =>
  String((await findItem(keys.channelUser(id, 'web', from)))?.['conversation_id']);

describe('conversations in the running service', () => {
  let shop: Shop;
  let people: Person[];
  const lives: { id: string; events: LifeEvent[] }[] = [];

  const perform = async (id: string, kind: string, by: string): Promise<LifeEvent[]> => {
    const done = (atMs: number): LifeEvent => ({ kind, by, atMs, sentMs: atMs });
    if (kind === 'member') return [done(Date.parse((await answer(shop, id, by)).created_at))];
    if (kind === 'bot') await answer(shop, id);
    if (kind === 'close' || kind === 'reopen')
      await workOn(shop.id, id, { status: kind === 'close' ? 'closed' : 'open' }, author);
    if (kind === 'pending') await workOn(shop.id, id, { status: 'pending' }, author);
    const { closed_ms: closedMs = Date.now() } = (await findConversation(shop.id, id)) ?? {};
    return kind === 'pending'
      ? ['reopen', 'turn'].map((ends) => ({ ...done(closedMs), kind: ends }))
      : [done(closedMs)];
  };

  /** Two answers at once: the one that ended the wait is the one that the conversation shows. */
  const answerTwice = async (id: string, by: string, other: string): Promise<LifeEvent[]> => {
    const [one, two] = await Promise.all([perform(id, 'member', by), perform(id, 'member', other)]);
    return [...one, ...two].toSorted((left, right) => left.atMs - right.atMs);
  };

  const live = async (acts: readonly { kind: string; by: number; behindSeconds: number }[]): Promise<void> => {
    const from = randomUUID();
    const events: LifeEvent[] = [];
    const arrive = async (behindSeconds: number): Promise<void> => {
      const sentMs = Math.floor((Date.now() - behindSeconds * 1_000) / 1_000) * 1_000;
      await write(shop, from, sentMs);
      events.push({ kind: 'customer', by: '', atMs: Date.now(), sentMs });
    };
    await arrive(5 * 3_600);
    const id = await findConversationId(shop, from);
    for (const { kind, by, behindSeconds } of acts) {
      const [userId = '', otherId = ''] = [people[by]?.user.id, people[1 - by]?.user.id];
      if (kind === 'customer') await arrive(behindSeconds);
      else if (kind === 'both') events.push(...(await answerTwice(id, userId, otherId)));
      else events.push(...(await perform(id, kind, userId)));
    }
    lives.push({ id, events });
  };

  beforeAll(async () => {
    shop = await makeShop();
    people = await Promise.all([makeSignedInMember(shop.id, 'agent'), makeSignedInMember(shop.id, 'owner')]);
    const all = fc.sample(fc.array(act, { minLength: 2, maxLength: 8 }), { seed: 26, numRuns: 36 });
    for (let first = 0; first < all.length; first += 6) await Promise.all(all.slice(first, first + 6).map(live));
  });

  const isInRange = ({ at }: Counted): boolean => range.from <= dayOf(at) && dayOf(at) <= range.to;

  const read = async (metric: string, query: object = {}): Promise<Report> =>
    (await call<{ data: Report }>('GET', readPath(metric, query), { key: shop.key })).json.data;

  it('have the numbers of a plain count in every metric, of the range and of each day', async () => {
    const plain = lives.map(({ events }) => countPlainly(events));
    const wanted = plainMetrics.map((metric) => [metric, plain.flatMap((one) => one[metric])] as const);
    const sizes = Object.fromEntries(wanted.map(([metric, counted]) => [metric, counted.length]));
    const noted = async () => {
      const facts = await listFactsOf(shop.id);
      return Object.fromEntries(plainMetrics.map((metric) => [metric, countNoted(facts, metric)]));
    };
    await expect.poll(noted, { interval: 200 }).toEqual(sizes);
    await countDays(shop.id);
    for (const [metric, counted] of wanted) {
      const inRange = counted.filter(isInRange);
      const { total, rows } = await read(metric, { by: 'day' });
      expect(total.count, metric).toBe(inRange.length);
      for (const { key, count } of rows)
        expect(count, `${metric} of ${key}`).toBe(inRange.filter(({ at }) => dayOf(at) === key).length);
      const seconds = inRange.flatMap((one) => one.seconds ?? []);
      const [measured, exact] = [total.median_seconds ?? Number.NaN, nearestRank(seconds, 0.5)];
      if (metric.includes('answer') !== metric.startsWith('closed') && seconds.length > 0)
        expect(Math.abs(measured - exact), metric).toBeLessThanOrEqual(Math.max(1, 0.05 * exact));
    }
  });

  it('who asks for a report sees what the role allows: Agents the sums and their own row, Admins and keys all rows', async () => {
    const [agent, owner] = people;
    const path = `/api/w/${shop.id}${readPath('every_answer', { by: 'member' })}`;
    const ask = async (person: Person | undefined, query = '') =>
      callDashboard<{ data: Report }>('GET', path + query, { session: person?.session });
    const [ofKey, ofAgent, ofOwner] = [
      await read('every_answer', { by: 'member' }),
      await ask(agent),
      await ask(owner),
    ];
    expect(ofOwner.json.data).toEqual({ ...ofKey, counted_until: expect.any(String) });
    expect(ofKey.rows.map(({ key }) => key)).toEqual(expect.arrayContaining(people.map(({ user }) => user.id)));
    expect(ofAgent.json.data.total).toEqual(ofKey.total);
    expect(ofAgent.json.data.rows.map(({ key }) => key)).toEqual([agent?.user.id]);
    expect((await ask(agent, `&member_id=${owner?.user.id}`)).status).toBe(403);
    expect((await ask(agent, `&member_id=${agent?.user.id}`)).json.data.total.count).toBe(
      ofKey.rows.find(({ key }) => key === agent?.user.id)?.count,
    );
  });

  it('a workspace that hides the rows of members shows everybody the sums and their own row, and keys no rows', async () => {
    const [agent, owner] = people;
    const turn = (person: Person | undefined, hides_member_rows: boolean) =>
      callDashboard('PATCH', `/api/w/${shop.id}/workspace/reports`, {
        ...{ session: person?.session, body: { hides_member_rows } },
      });
    expect((await turn(agent, true)).status).toBe(403);
    expect((await turn(owner, true)).status).toBe(200);
    try {
      for (const [person, other] of [people, people.toReversed()]) {
        const ask = (path: string) =>
          callDashboard<{ data: Report }>('GET', `/api/w/${shop.id}/reports/${path}`, { session: person?.session });
        const all = new URLSearchParams({ ...range, by: 'member' });
        const { total, rows } = (await ask(`every_answer?${all}`)).json.data;
        expect(total).toEqual((await read('every_answer')).total);
        expect(rows.map(({ key }) => key)).toEqual([person?.user.id]);
        const ofPage = await callDashboard<{ data: ComparedReport[] }>(
          ...([
            'GET',
            `/api/w/${shop.id}/reports?${new URLSearchParams({ ...range, parts: 'every_answer:member' })}`,
          ] as const),
          { session: person?.session },
        );
        expect(ofPage.json.data).toMatchObject([{ total, rows }]);
        for (const path of ['every_answer', 'unanswered', 'every_answer/conversations']) {
          expect((await ask(`${path}?member_id=${other?.user.id}`)).status, path).toBe(403);
          expect((await ask(`${path}?member_id=${person?.user.id}`)).status, path).toBe(200);
        }
      }
      for (const query of [{ by: 'member' }, { member_id: String(agent?.user.id) }]) {
        const { status, json } = await call('GET', readPath('every_answer', query), { key: shop.key });
        expect({ status, json }).toMatchObject({
          status: 403,
          json: { error: { code: 'forbidden', message: expect.stringMatching(/hides the rows of members/) } },
        });
      }
    } finally {
      await turn(owner, false);
    }
  });

  it('a rebuild finds what was lost, says what differed and continues after a break; a second one finds nothing', async () => {
    const since = range.from;
    // Of two answers at once, only the running service knows which one the channel accepted first.
    const expected = await Promise.all(plainMetrics.map((metric) => read(metric, { by: 'day' })));
    const lost = await queryBetween(keys.facts(shop.id, today, '').pk, '0', 'g');
    await removeItems(lost.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })));
    await removeItems([keys.report(shop.id, addDays(today, -1))]);
    const pages = { ...pageLimits };
    pageLimits.conversations = 10;
    const run = (onProgress: () => void = () => undefined) =>
      rebuildReport({ workspaceId: shop.id, since, onProgress });
    const stop = (): never => {
      throw new Error('stopped');
    };
    await expect(run(stop)).rejects.toThrow('stopped');
    const rebuilt = await run();
    Object.assign(pageLimits, pages);
    expect(rebuilt).toMatchObject({
      conversations: lives.length,
      facts_added: countKnown(await queryFacts({ workspaceId: shop.id, day: today }, 'strong')),
    });
    expect(rebuilt.differences).toContainEqual({
      ...{ day: addDays(today, -1), measure: 'incoming', stored: 0 },
      counted: expect.any(Number),
    });
    expect(await Promise.all(plainMetrics.map((metric) => read(metric, { by: 'day' })))).toEqual(
      expected.map((report) => ({ ...report, counted_until: expect.any(String) })),
    );
    expect(await run()).toMatchObject({ facts_added: 0, days_changed: 0, differences: [] });
  });

  it('an erasure removes the person from what is behind a number and leaves the number', async () => {
    const { total } = await read('incoming');
    const path = `/api/w/${shop.id}/reports/incoming/conversations?${new URLSearchParams(range)}`;
    const behind = async () =>
      (await callDashboard<{ data: Behind }>('GET', path, { session: people[1]?.session })).json.data;
    const [first] = (await behind()).conversations;
    const { contact_id = '' } = (await findConversation(shop.id, first?.conversation_id ?? '')) ?? {};
    expect(first?.name).toBe('Ana');
    await eraseContact(shop.id, contact_id);
    expect((await behind()).conversations[0]).toEqual({ ...first, name: null });
    await countDays(shop.id);
    expect((await read('incoming')).total).toEqual(total);
  });

  it('who waits now is counted by when the wait began, with how long it lasts', async () => {
    const { total, rows } = await read('unanswered', { by: 'channel' });
    const all = await Promise.all(lives.map(({ id }) => findConversation(shop.id, id)));
    const waiting = all.filter((one) => one?.status === 'open' && one.waiting_since !== undefined);
    expect(total.count).toBe(waiting.length);
    expect(rows.find(({ key }) => key === 'web')?.count).toBe(waiting.length);
    expect(total.median_seconds).toBeGreaterThan(0);
    expect((await call('GET', readPath('unanswered', { by: 'tag' }), { key: shop.key })).status).toBe(400);
  });

  it('a range that is too long or ends before it begins is refused, and so is an unknown metric or part', async () => {
    for (const path of [
      readPath('incoming', { to: addDays(range.from, 366) }),
      readPath('incoming', { to: addDays(range.from, -1) }),
      readPath('incoming', { by: 'moon' }),
      readPath('incoming', { from: 'yesterday' }),
    ])
      expect((await call('GET', path, { key: shop.key })).status, path).toBe(400);
    expect((await call('GET', readPath('happiness'), { key: shop.key })).status).toBeGreaterThanOrEqual(400);
  });
});

const metricNames = Object.keys(metrics) as MetricName[];

const member_id = newId();
const at = (day: string, minutes: number): number => Date.parse(day) + minutes * 60_000;

/** A customer writes, waits for some minutes and gets an answer; later the conversation is closed. */
const talk = (day: string, minutes: number, waitMinutes: number): Fact[] => {
  const place = { conversation_id: newId(), channel: 'msgapp' as const, member_id, team_id: newId(), tag_ids: [] };
  const times = { at_ms: at(day, minutes), seconds: waitMinutes * 60 };
  return [
    { ...place, kind: 'incoming', id: newId(), at_ms: times.at_ms },
    { ...place, kind: 'started', id: newId(), at_ms: times.at_ms },
    { ...place, kind: 'answer', id: newId(), ...times, since_ms: times.at_ms, is_first: true },
    { ...place, kind: 'close', id: newId(), at_ms: at(day, minutes + 60), seconds: 3_600, is_answered: true },
  ];
};

const note = (workspaceId: string, facts: Fact[]) => noteFacts(facts.map((fact) => ({ workspaceId, facts: [fact] })));

describe('a batch of changes', () => {
  it('counts once, though the worker crashes after any of its calls and the batch comes again whole or in halves', async () => {
    await crashAtEveryCall({
      prepare: async () => {
        const { id } = await makeWorkspace();
        return { id, facts: [...talk(range.from, 10, 5), ...talk(addDays(range.from, 1), 20, 7)] };
      },
      run: async ({ id, facts }, receiveCount) => {
        if (receiveCount === 1) return note(id, facts);
        await note(id, facts.slice(0, 3));
        await note(id, facts.slice(3));
        return note(id, facts.slice(2, 6));
      },
      verify: async ({ id, facts }, { label }) => {
        await countDays(id);
        const { total } = await getReport(id, 'incoming', range);
        expect(total.count, label).toBe(2);
        expect((await getReport(id, 'time_to_close', range)).total.count, label).toBe(2);
        expect((await listFactsOf(id)).length, label).toBeGreaterThanOrEqual(facts.length);
      },
    });
  });

  it('is counted by the sweep after its hour, and what comes late for a day that is counted is added there', async () => {
    const testClock = startTestClock();
    const { id } = await makeWorkspace();
    const countDue = async (): Promise<number> => {
      testClock.advanceTo(clock.now() + 7 * hourMs);
      const jobs = (await takeSweptJobs()).flatMap((job) =>
        job.task === 'count_day' && job.workspaceId === id ? [job] : [],
      );
      for (const job of jobs) await countDay(job);
      return jobs.length;
    };
    await note(id, talk(range.from, 10, 5));
    expect(await countDue()).toBe(1);
    await note(id, talk(range.from, 30, 9));
    await note(id, talk(addDays(range.from, 1), 30, 9));
    expect(await countDue()).toBe(2);
    expect(await countDue()).toBe(0);
    const { rows } = await getReport(id, 'new_conversations', { ...range, by: 'day' });
    expect(rows.map(({ count }) => count)).toEqual([2, 1, ...Array.from({ length: daysBack }, () => 0)]);
  });

  it('a count that knows less than the one before it does not replace it', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const day = range.from;
    const [one, two] = [talk(day, 10, 5), talk(day, 30, 5)];
    await putRollup({ workspaceId, day }, countFacts([...one, ...two]), 8);
    await putRollup({ workspaceId, day }, countFacts(one), 4);
    expect((await getReport(workspaceId, 'incoming', range)).total.count).toBe(2);
  });

  it('more than an item can hold is in several, for the facts of a batch and for the counts of a day', async () => {
    const { id } = await makeWorkspace();
    const limits = { ...packLimits };
    Object.assign(packLimits, { factsPerItem: 7, bytesPerPart: 100 });
    try {
      const facts = Array.from({ length: 20 }, (_, index) => talk(range.from, index * 17, index)).flat();
      await note(id, facts);
      await countDays(id);
      expect((await getReport(id, 'first_answer', range)).total).toMatchObject({
        count: 20,
        median_seconds: expect.any(Number),
      });
    } finally {
      Object.assign(packLimits, limits);
    }
  });
});

const isTracked = (name: string): boolean => Object.values<string>(trackedNames).includes(name);

const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  // A byte for two digits, and one more.
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce(
    (sum, [name, field]) => sum + (Array.isArray(value) ? 0 : name.length) + sizeOf(field) + 1,
    3,
  );
};

/**
 * What the writes of such a conversation cost more because its item remembers something for the reports. Sizes of items are
 * spread evenly: so many more bytes pass a whole kilobyte in as many of 1,024 writes.
 */
const measureRemembered = async (): Promise<number> => {
  const shop = await makeShop();
  const [{ user }, from] = [await makeSignedInMember(shop.id, 'agent'), randomUUID()];
  await write(shop, from, Date.now());
  const id = await findConversationId(shop, from);
  const readSizes = async (): Promise<[all: number, others: number]> => {
    const { pk, sk, ...item } = (await findItem(keys.conversation(shop.id, id))) ?? {};
    const others = Object.fromEntries(Object.entries(item).filter(([name]) => !isTracked(name)));
    return [sizeOf(item), sizeOf(others)];
  };
  const [first, other] = await readSizes();
  // A write in a transaction is two units. An answer is one with what it answers or whom it assigns, and one without.
  let units = (2 * (first - other)) / 1_024;
  const change = async (unitsEach: number, run: () => Promise<unknown>): Promise<void> => {
    const before = await readSizes();
    await run();
    const after = await readSizes();
    // The larger of both items counts.
    units += (unitsEach * (Math.max(before[0], after[0]) - Math.max(before[1], after[1]))) / 1_024;
  };
  const come = () => write(shop, from, Date.now());
  const respond = () => answer(shop, id, user.id);
  for (const run of [come, come]) await change(2, run);
  await change(3, respond);
  await change(2, come);
  await change(3, respond);
  await change(2, () => workOn(shop.id, id, { status: 'closed' }, author));
  return units / 4;
};

/** A thousand customer messages between 8 and 18 o'clock: 250 conversations, each with four messages and two answers. */
const busyDay = (day: string, seed: number): Fact[] => {
  const parts = [0, 1, 2, 3, 4].map((index) => `0190${seed % 2}000-0000-7000-8000-00000000000${index}`);
  const random = fc.sample(fc.record({ minute: fc.nat(599), wait: fc.nat(3_000), who: fc.nat(4), team: fc.nat(2) }), {
    seed,
    numRuns: 250,
  });
  return random.flatMap(({ minute, wait, who, team }) => {
    const place = {
      ...{ conversation_id: newId(), channel: who > 3 ? ('web' as const) : ('msgapp' as const) },
      ...{ member_id: parts[who] ?? '', team_id: parts[team] ?? '', tag_ids: who === 0 ? [parts[4] ?? ''] : [] },
    };
    const start = at(day, 480 + minute);
    const later = start + wait * 1_000 + 600_000;
    const answered = { kind: 'answer' as const, ...place };
    return [
      ...[0, 30, 60, later - start].map(
        (ms): Fact => ({ ...place, kind: 'incoming', id: toShortId(newId().slice(-12)), at_ms: start + ms }),
      ),
      { ...place, kind: 'started', id: toShortId(newId().slice(-12)), at_ms: start },
      { ...answered, id: start.toString(36), at_ms: start, seconds: wait, office_seconds: wait, is_first: true },
      {
        ...answered,
        id: later.toString(36),
        at_ms: later,
        seconds: wait >> 1,
        office_seconds: wait >> 1,
        is_first: false,
      },
      {
        ...place,
        kind: 'close',
        id: (later + 900_000).toString(36),
        at_ms: later + 900_000,
        seconds: 1_500 + wait,
        is_answered: true,
      },
    ] satisfies Fact[];
  });
};

describe('in a workspace with 1,000 customer messages a day', () => {
  it('90 days, the 90 to compare and all that the page shows of them are one read of at most 60 units', async () => {
    const { id: workspaceId } = await makeWorkspace();
    const last = '2026-06-30';
    const days = Array.from({ length: 181 }, (_, index) => addDays(last, -index));
    const rollups = Array.from({ length: 5 }, (_, seed) => countFacts(busyDay(last, seed)));
    await Promise.all(days.map((day, index) => putRollup({ workspaceId, day }, rollups[index % 5] ?? [], 1)));
    const parts = metricNames.flatMap((metric) => [{ metric }, { metric, by: 'day' as const }]);
    const cost = await measureCost(async () => {
      const reports = await listReports(workspaceId, parts, { from: days[89], to: last }, { seesOthers: true });
      const { total, before, before_rows } =
        reports.find(({ metric, by }) => metric === 'first_answer' && by === 'day') ?? {};
      expect([total?.count, before?.count, before_rows?.length]).toEqual([22_500, 22_500, 90]);
    });
    expect(cost['read_units']).toBeLessThanOrEqual(60);
  });

  it('what is noted, counted and remembered costs at most 0.3 write units for each of the messages', async () => {
    const { id } = await makeWorkspace();
    const day = '2026-05-01';
    const facts = busyDay(day, 1).toSorted((one, other) => one.at_ms - other.at_ms);
    const batches = Map.groupBy(facts, ({ at_ms }) => Math.floor(at_ms / 300_000));
    let units = 0;
    let hour = 0;
    const measure = async (run: () => Promise<unknown>): Promise<void> => {
      const cost = await measureCost(run);
      units += cost['write_units'] ?? Number.NaN;
    };
    const testClock = startTestClock();
    for (const [batch, own] of batches) {
      testClock.advanceTo(Date.now() + batch * 300_000 - Date.parse(day));
      await measure(() => note(id, own));
      if (Math.floor(batch / 12) === hour) continue;
      hour = Math.floor(batch / 12);
      await measure(() => countDay({ task: 'count_day', workspaceId: id, day, dueAts: [isoTime(clock.now())] }));
    }
    expect(units / 1_000 + (await measureRemembered())).toBeLessThanOrEqual(0.3);
  });
});

it('others learn how long waits usually are from 20 answers on: in minutes that are rounded up, or in seconds', async () => {
  const [few, many] = [await makeWorkspace(), await makeWorkspace()];
  const day = addDays(today, -2);
  for (const [{ id }, answers] of [
    [few, 19],
    [many, 20],
  ] as const) {
    await note(id, Array.from({ length: answers }, (_, index) => talk(day, index, 3 + index)).flat());
    await countDay({ task: 'count_day', workspaceId: id, day, dueAts: [] });
  }
  const readUsual = async ({ id }: { id: string }): Promise<UsualWaits | null> => {
    const { session } = await makeSignedInMember(id, 'agent');
    const path = `/api/w/${id}/reports/waits/usual`;
    return (await callDashboard<{ data: UsualWaits | null }>('GET', path, { session })).json.data;
  };
  expect(await findAnswerMinutes(few.id)).toBeUndefined();
  expect(await readUsual(few)).toBeNull();
  expect(await findAnswerMinutes(many.id)).toBe(15);
  const { median_seconds: median = 0, p90_seconds: p90 = 0 } = (await readUsual(many)) ?? {};
  expect(Math.abs(median - 12 * 60)).toBeLessThanOrEqual(0.05 * 12 * 60);
  expect(Math.abs(p90 - 20 * 60)).toBeLessThanOrEqual(0.05 * 20 * 60);
  await findUsualWaits(many.id);
  const again = async () => [await findAnswerMinutes(many.id), await findUsualWaits(many.id)];
  expect((await measureCost(again))['read_units']).toBe(0);
});
