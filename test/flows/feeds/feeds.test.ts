import { setTimeout as sleep } from 'node:timers/promises';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler } from '../../../functions/consumers/dispatch-changes.ts';
import { toEvents } from '../../../functions/domain/deliveries/events.ts';
import { appendToFeeds } from '../../../functions/domain/feeds/append.ts';
import { createFeed } from '../../../functions/domain/feeds/feeds.ts';
import { readFeed } from '../../../functions/domain/feeds/read.ts';
import type { Event, PublicEvent } from '../../../functions/model/deliveries/event.ts';
import { type Feed, type FeedPage, feedsMax } from '../../../functions/model/feeds/feed.ts';
import type { EventName } from '../../../functions/model/webhooks/webhook.ts';
import { clock, dayMs, isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { toChange } from '../../../functions/table/dynamodb/changes.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { findFeedHead, queryFeedBatches } from '../../../functions/table/feeds/batches.ts';
import { findFeed } from '../../../functions/table/feeds/feeds.ts';
import { keys } from '../../../functions/table/keys.ts';
import { call, makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { deleteContact, newOwnPhone, waitForFirstPass } from '../../support/erasures.ts';
import { captureLog } from '../../support/log.ts';
import { holdQueues, startTestClock } from '../../support/messages/held-messages.ts';
import { newContactRecord } from '../../support/table/changed-items.ts';
import { listWebhooks } from '../../support/webhooks.ts';

const makeFeed = async (events: EventName[] = ['contact.created']) => {
  const workspace = await makeWorkspace();
  return { ...workspace, feed: await createFeed(workspace.id, newId(), { events }) };
};

type MadeFeed = Awaited<ReturnType<typeof makeFeed>>;

const read = async ({ key, feed }: MadeFeed, query: Record<string, string> = {}): Promise<FeedPage> =>
  (await call<FeedPage>('GET', `/feeds/${feed.id}/events?${new URLSearchParams(query)}`, { key })).json;

/** On a busy machine an event may take longer than one call waits. */
const waitForEvents = async (made: MadeFeed, query: Record<string, string> = {}): Promise<FeedPage> => {
  const page = await read(made, { wait: '20', ...query });
  return page.data.length > 0 ? page : waitForEvents(made, query);
};

const toNames = ({ data }: FeedPage): PublicEvent['event'][] => data.map(({ event }) => event);

const newEvent = (workspaceId: string): Event => {
  const data = { contact_id: newId(), phone: null, name: 'Ana' };
  return { id: newId(), name: 'contact.created', occurredAt: isoTime(clock.now()), workspaceId, data };
};

const append = async ({ id, feed }: MadeFeed, events: readonly Event[]): Promise<void> => {
  const stored = await findFeed(id, feed.id);
  await appendToFeeds(stored ? [stored] : [], events);
};

describe('GET /feeds/{id}/events', () => {
  it('a waiting reader gets the envelope of an event that it subscribed to, and goes on from there', async () => {
    const made = await makeFeed(['contact.created', 'contact.updated']);
    const waiting = waitForEvents(made);
    const { id } = await makeContact(made.key, { name: 'Ana' });
    const page = await waiting;
    const data = { contact_id: id, phone: expect.any(String), name: 'Ana' };
    const envelope = { id: expect.any(String), occurred_at: expect.any(String), account_id: made.id };
    expect(page.data).toEqual([{ ...envelope, event: 'contact.created', data }]);
    await call('PATCH', `/contacts/${id}`, { key: made.key, body: { name: 'Bea' } });
    const next = await waitForEvents(made, { after: page.meta.next_cursor });
    expect(toNames(next)).toEqual(['contact.updated']);
    expect(await read(made)).toEqual({ data: [...page.data, ...next.data], meta: next.meta });
  });

  it('pages of any size hold each event once and in order; a cursor of another feed starts at the first', async () => {
    const made = await makeFeed();
    const events = Array.from({ length: 120 }, () => newEvent(made.id));
    await append(made, events);
    await append(made, [...events, events[0] ?? newEvent(made.id)]);
    const ids: string[] = [];
    let after = {};
    for (const limit of ['1', '23', '1', '100']) {
      const { data, meta } = await read(made, { limit, ...after });
      ids.push(...data.map(({ id }) => id));
      after = { after: meta.next_cursor };
    }
    expect(ids).toEqual(events.map(({ id }) => id));
    expect(await read(made, after)).toEqual({ data: [], meta: { next_cursor: Object.values(after)[0] } });
    const { meta } = await read({ ...made, feed: await createFeed(made.id, newId(), { events: ['message.sent'] }) });
    expect((await read(made, { after: meta.next_cursor, limit: '1' })).data[0]?.id).toBe(events[0]?.id);
  });

  it('a later call that waits ends the one before, so a feed holds one function', async () => {
    const made = await makeFeed();
    const first = read(made, { wait: '20' });
    await expect.poll(async () => (await findFeedHead(made.feed.id))?.reader).toBeDefined();
    const second = read(made, { wait: '20' });
    expect((await first).data).toEqual([]);
    await append(made, [newEvent(made.id)]);
    expect((await second).data).toHaveLength(1);
  });

  it('refuses a wait that is longer than a call may take', async () => {
    const { key, feed } = await makeFeed();
    const { status, text } = await call('GET', `/feeds/${feed.id}/events?wait=21`, { key });
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining('from 0 to 20') });
  });

  it('an erased contact leaves only its id in a feed, even if its changes are repeated', async () => {
    const made = await makeFeed(['contact.created', 'contact.updated', 'contact.deleted']);
    const { id } = await makeContact(made.key, { phone: newOwnPhone(), name: 'Ana' });
    await call('PATCH', `/contacts/${id}`, { key: made.key, body: { name: 'Bea' } });
    await expect.poll(async () => (await read(made)).data, { interval: 200 }).toHaveLength(2);
    const repeated = (await read(made)).data.map(({ event: name, occurred_at, account_id, ...fields }) => {
      return { ...fields, name, occurredAt: occurred_at, workspaceId: account_id };
    });
    await deleteContact(made.key, id);
    await waitForFirstPass(made.id, id);
    await expect.poll(async () => toNames(await read(made)), { interval: 200 }).toEqual(['contact.deleted']);
    await append(made, repeated);
    expect(toNames(await read(made))).toEqual(['contact.deleted']);
  });
});

describe('POST /feeds', () => {
  it('a feed keeps its trimmed name; without one, or from before feeds had names, its name is null', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const create = async (name?: string | null) =>
      call<{ data: Feed }>('POST', '/feeds', { key, body: { name, events: ['message.sent'] } });
    const created = [await create('  CRM mirror '), await create(), await create(null)];
    expect(created.map(({ json }) => json.data.name)).toEqual(['CRM mirror', null, null]);
    const earlier = await createFeed(workspaceId, newId(), { events: ['message.sent'] });
    await updateIf({
      Key: keys.feed(workspaceId, earlier.id),
      ConditionExpression: 'attribute_exists(#name)',
      UpdateExpression: 'REMOVE #name',
      ExpressionAttributeNames: { '#name': 'name' },
    });
    const { json } = await call<{ data: Feed[] }>('GET', '/feeds', { key });
    expect(json.data.map(({ name }) => name)).toEqual([null, null, null, 'CRM mirror']);
    expect((await call('GET', `/feeds/${earlier.id}`, { key })).json).toEqual({ data: earlier });
    for (const name of [' ', 'a'.repeat(81)]) {
      const { status, json } = await create(name);
      expect([status, Object(json).error.message]).toEqual([400, expect.stringMatching(/^"name" must /)]);
    }
  });

  it('of many at once, no more succeed than a workspace may have; one that is deleted makes room', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const newFeed = { events: ['message.sent' as const] };
    const create = () => call<{ data: Feed }>('POST', '/feeds', { key, body: newFeed });
    const created: string[] = [];
    for (let n = 1; n < feedsMax; n += 1) created.push((await createFeed(workspaceId, newId(), newFeed)).id);
    const answers = await Promise.all([create(), create(), create()]);
    created.push(...answers.filter(({ status }) => status === 201).map(({ json }) => json.data.id));
    expect(created).toHaveLength(feedsMax);
    const { json } = await call<{ data: Feed[] }>('GET', '/feeds', { key });
    expect(json.data.map(({ id }) => id)).toEqual(created.toSorted().toReversed());
    await call('DELETE', `/feeds/${created[0]}`, { key });
    expect((await create()).status).toBe(201);
    expect(await listWebhooks(key)).toEqual([]);
  });
});

describe('the end of a feed', () => {
  it('a deleted feed takes its events with it, without new ones afterward', async () => {
    const made = await makeFeed();
    const stored = await findFeed(made.id, made.feed.id);
    await append(made, [newEvent(made.id)]);
    await call('DELETE', `/feeds/${made.feed.id}`, { key: made.key });
    await expect.poll(() => queryFeedBatches(made.feed.id, 1, 10)).toEqual([]);
    await appendToFeeds(stored ? [stored] : [], [newEvent(made.id)]);
    expect(await queryFeedBatches(made.feed.id, 1, 10)).toEqual([]);
    expect((await call('GET', `/feeds/${made.feed.id}/events`, { key: made.key })).status).toBe(404);
  });

  it('a feed that nobody has read for 7 days ends; reading it prolongs it, once an hour', async () => {
    const made = await makeFeed();
    await read(made);
    const { expires_at = '' } = (await findFeed(made.id, made.feed.id)) ?? {};
    expect(Date.parse(expires_at)).toBeGreaterThan(Date.parse(made.feed.expires_at));
    await read(made);
    expect((await findFeed(made.id, made.feed.id))?.expires_at).toBe(expires_at);
    startTestClock().advanceTo(Date.parse(made.feed.expires_at) + dayMs);
    await append(made, [newEvent(made.id)]);
    expect(await queryFeedBatches(made.feed.id, 1, 10)).toEqual([]);
  });
});

const eventCount = 40;
const stallMsMax = 400;
const batchSizeMax = 8;
const writers = 8;

const everyTwelfth = { crashBefore: 3, stall: [5, 11], crashAfter: 9 };

/**
 * Makes two of twelve transactions stall and two end their writer, before or after they took effect. A stall lasts
 * until the reader has seen events of later transactions, if there are any.
 */
const disturbWriters = (seen: readonly string[]): void => {
  let transactions = 0;
  const send = table.send.bind(table) as (command: unknown) => Promise<never>;
  const spy = vi.spyOn(table, 'send').mockImplementation(async (command: unknown) => {
    if (!(command instanceof TransactWriteCommand)) return send(command);
    const turn = transactions % 12;
    transactions += 1;
    if (turn === everyTwelfth.crashBefore) throw new Error('The writer crashed before its write.');
    if (everyTwelfth.stall.includes(turn)) {
      const [seenLater, endMs] = [seen.length + 2 * batchSizeMax, Date.now() + stallMsMax];
      while (seen.length < seenLater && Date.now() < endMs) await sleep(10);
    }
    const result = await send(command);
    if (turn === everyTwelfth.crashAfter) throw new Error('The writer crashed after its write.');
    return result;
  });
  onTestFinished(() => spy.mockRestore());
};

/** Bisects a batch that failed, and repeats what failed until it succeeds, as Lambda does. */
const dispatch = async (records: DynamoDBRecord[]): Promise<void> => {
  try {
    await handler({ Records: records });
  } catch {
    const middle = Math.ceil(records.length / 2);
    await dispatch(records.slice(0, middle));
    if (middle < records.length) await dispatch(records.slice(middle));
  }
};

/**
 * Batches of 1 to 8 records. The first one of every fourth writer is dispatched once more, while the writer goes on: its
 * function timed out but still runs.
 */
const write = async (records: readonly DynamoDBRecord[], writer: number): Promise<void> => {
  const repeats: Promise<void>[] = [];
  for (let start = 0, end = 0; start < records.length; start = end) {
    end = start + 1 + ((start + writer) % batchSizeMax);
    const batch = records.slice(start, end);
    if (start === 0 && writer % 4 === 0) repeats.push(dispatch(batch));
    await dispatch(batch);
  }
  await Promise.all(repeats);
};

const follow = async (workspaceId: string, feedId: string, isOver: () => boolean, seen: string[] = []) => {
  const caller = { workspaceId, cursorSecret: 'secret' };
  let after: string | undefined;
  for (let reads = 0, wasOver = false; ; reads += 1) {
    wasOver = isOver();
    const limit = [100, 1, 7, 30][reads % 4] ?? 1;
    const request = { after, limit, waitSeconds: wasOver ? 0 : 1, endsByMs: Date.now() + 25_000 };
    const { data, meta } = await readFeed(caller, feedId, request);
    seen.push(...data.map(({ id }) => id));
    if (wasOver && data.length === 0) return seen;
    after = meta.next_cursor;
  }
};

it('a reader sees each event once, in a lasting order, while writers stall, overlap, crash and repeat', async () => {
  holdQueues();
  captureLog();
  const { id: workspaceId } = await makeWorkspace();
  const { id: feedId } = await createFeed(workspaceId, newId(), { events: ['contact.created'] });
  const records = Array.from({ length: eventCount }, () => newContactRecord(workspaceId));
  const seen: string[] = [];
  disturbWriters(seen);
  let isOver = false;
  const readWhileWritten = follow(workspaceId, feedId, () => isOver, seen);
  const share = Math.ceil(eventCount / writers);
  const parts = [...Array(writers).keys()].map((writer) => records.slice(writer * share, (writer + 1) * share));
  await Promise.all(parts.map(write));
  isOver = true;
  await readWhileWritten;
  const written = records.flatMap((record) => toEvents(toChange(record)).map(({ id }) => id));
  expect(seen.toSorted()).toEqual(written.toSorted());
  expect(await follow(workspaceId, feedId, () => true)).toEqual(seen);
});
