import { setTimeout as sleep } from 'node:timers/promises';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it, onTestFinished, vi } from 'vitest';
import { handler } from '../../../functions/consumers/dispatch-changes.ts';
import { toEvents } from '../../../functions/domain/deliveries/events.ts';
import { createFeed } from '../../../functions/domain/feeds/feeds.ts';
import { readFeed } from '../../../functions/domain/feeds/read.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { toChange } from '../../../functions/table/dynamodb/changes.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeWorkspace } from '../../support/client.ts';
import { captureLog } from '../../support/log.ts';
import { holdQueues } from '../../support/messages/held-messages.ts';
import { contact } from '../../support/table/changed-items.ts';

const eventCount = 160;
const stallMsMax = 2_000;
const batchSizeMax = 20;
const writers = 8;

const contactRecord = (workspaceId: string): DynamoDBRecord => {
  const id = newId();
  const item = { ...contact, ...keys.contact(workspaceId, id), id };
  return { eventID: id, eventName: 'INSERT', dynamodb: { NewImage: marshall(item) } } as DynamoDBRecord;
};

const everyTwelfth = { crashBefore: 3, stall: [5, 11], crashAfter: 9 };

/**
 * Of twelve transactions, two stall and two end their writer, before or after they took effect. A stall lasts until the
 * reader has seen events of later transactions, if there are any.
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

/** As Lambda does: it bisects a batch that failed, and repeats what failed until it succeeds. */
const dispatch = async (records: DynamoDBRecord[]): Promise<void> => {
  try {
    await handler({ Records: records });
  } catch {
    const middle = Math.ceil(records.length / 2);
    await dispatch(records.slice(0, middle));
    if (middle < records.length) await dispatch(records.slice(middle));
  }
};

/** A tenth of the batches is dispatched once more, while the writer goes on: its function timed out but still runs. */
const write = async (records: readonly DynamoDBRecord[]): Promise<void> => {
  const repeats: Promise<void>[] = [];
  for (let start = 0, end = 0; start < records.length; start = end) {
    end = start + 1 + Math.floor(Math.random() * batchSizeMax);
    const batch = records.slice(start, end);
    if (Math.random() < 0.1) repeats.push(dispatch(batch));
    await dispatch(batch);
  }
  await Promise.all(repeats);
};

const follow = async (workspaceId: string, feedId: string, isOver: () => boolean, seen: string[] = []) => {
  const caller = { workspaceId, cursorSecret: 'secret' };
  let after: string | undefined;
  for (let wasOver = false; ; ) {
    wasOver = isOver();
    const limit = 1 + Math.floor(Math.random() * 100);
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
  const records = Array.from({ length: eventCount }, () => contactRecord(workspaceId));
  const seen: string[] = [];
  disturbWriters(seen);
  let isOver = false;
  const readWhileWritten = follow(workspaceId, feedId, () => isOver, seen);
  const share = Math.ceil(eventCount / writers);
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => write(records.slice(writer * share, (writer + 1) * share))),
  );
  isOver = true;
  await readWhileWritten;
  expect(seen.toSorted()).toEqual(
    records.flatMap((record) => toEvents(toChange(record)).map(({ id }) => id)).toSorted(),
  );
  expect(await follow(workspaceId, feedId, () => true)).toEqual(seen);
});
