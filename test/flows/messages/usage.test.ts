import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { getUsage } from '../../../functions/domain/workspaces/usage.ts';
import { createWorkspace, updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { retryOnConflict } from '../../../functions/platform/retry-on-conflict.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import type { StoredMessage } from '../../../functions/table/messages/messages.ts';
import { putSend, type SendRecipient } from '../../../functions/table/messages/sends.ts';
import { consumeQuotaPart, queryUsage, refundQuotaPart } from '../../../functions/table/workspaces/message-quota.ts';
import {
  countMessagesUsed,
  settleUsage,
  shareCount,
  shareSize,
} from '../../../functions/table/workspaces/usage-shares.ts';
import { makeQuietSender } from '../../support/channels/simulator.ts';
import { holdClock } from '../../support/held-clock.ts';
import { buildCheckJob, buildReceipt, loseResponse, runChecks } from '../../support/table/lost-responses.ts';

const quotaDay = { month: '2026-11', day: '16' };
const { month } = quotaDay;

/** A workspace that has used so many messages, and the writes of the service that count them. */
const startUsage = async (used: number) => {
  const { id: workspaceId } = await createWorkspace('Busy', 'DE');
  const mainKey = keys.monthlyUsage(workspaceId, month);
  await updateIf({ Key: mainKey, ...assign({ messages_used: used, day_16: used }) });
  const readMain = () => findItem(mainKey);
  const settle = async (limit: number | null) => settleUsage({ workspaceId, month, limit }, await readMain());

  const send = (limit: number | null, id = newId()): Promise<'stored' | 'quota_exceeded'> =>
    retryOnConflict(async () => {
      const usage = await settle(limit);
      if (limit !== null && usage.messagesUsed >= limit) return 'quota_exceeded';
      const message = { id, workspace_id: workspaceId, conversation_id: newId(), quota_month: month, quota_day: '16' };
      const recipient = { kind: 'existing_conversation' } as SendRecipient;
      return putSend({ message: message as StoredMessage, limit, usage, recipient });
    });

  /** Reserves as the chunk of a broadcast does: as many as the item of the month has. */
  const reserve = (limit: number, wanted: number): Promise<{ count: number }> =>
    retryOnConflict(async () => {
      const { messagesUsed } = await settle(limit);
      const count = Math.min(wanted, Math.max(0, limit - messagesUsed));
      if (count === 0) return { count };
      const { written } = await transact([consumeQuotaPart(workspaceId, quotaDay, limit, count)]);
      return written ? { count } : 'conflict';
    });

  const refund = () => transact([refundQuotaPart(workspaceId, quotaDay, 1)]);
  /** A worker ends after its first write. */
  const crashWhileClosing = () =>
    updateIf({ Key: mainKey, ...assign({ is_closing: true }), ConditionExpression: 'attribute_exists(shares)' });
  const count = async () => {
    const [usage] = await queryUsage(workspaceId, month, month);
    const days = usage?.days.reduce((sum, day) => sum + day, 0);
    return [usage?.messagesUsed, days, await countMessagesUsed(workspaceId, month, await readMain())];
  };
  return { send, reserve, refund, crashWhileClosing, count, readMain };
};

const times = <Result>(length: number, run: () => Promise<Result>) => Promise.all(Array.from({ length }, run));

const step = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), times: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ kind: fc.constant('reserve' as const), times: fc.integer({ min: 1, max: 4_000 }) }),
  fc.record({ kind: fc.constant('refund' as const), times: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('crash' as const), times: fc.constant(1) }),
  fc.record({ kind: fc.constant('limit' as const), times: fc.integer({ min: -9_000, max: 9_000 }) }),
);

const everyStep = [
  { kind: 'send' as const, times: 10 },
  { kind: 'crash' as const, times: 1 },
  { kind: 'reserve' as const, times: 4_000 },
  { kind: 'refund' as const, times: 5 },
  { kind: 'limit' as const, times: -2_000 },
  { kind: 'send' as const, times: 3 },
  { kind: 'limit' as const, times: 9_000 },
];

/** Uses up the rest, whatever state the shares are in. */
const finale = [
  { kind: 'reserve' as const, times: 50_000 },
  { kind: 'reserve' as const, times: 50_000 },
  { kind: 'send' as const, times: 3 },
];

it('a busy workspace counts in 16 items: a send writes one of them, and every 250th the item of the month', async () => {
  const { send, readMain, count } = await startUsage(5_000);
  let sent = 0;
  const sendInTurn = () => send(null, `${newId().slice(0, -1)}${(sent++ % shareCount).toString(16)}`);
  await times(shareCount, sendInTurn);
  expect(await readMain()).toMatchObject({ messages_used: 5_000 + shareCount * shareSize, day_16: 5_000 });
  await times(20, sendInTurn);
  expect(await readMain()).toMatchObject({ messages_used: 5_000 + shareCount * shareSize, day_16: 5_000 });
  expect(await count()).toEqual([5_036, 5_036, 5_036]);
});

it('concurrent sends use the limit up without exceeding it', async () => {
  const scenario = fc.tuple(fc.integer({ min: 0, max: 12_000 }), fc.array(step, { minLength: 3, maxLength: 7 }));
  await fc.assert(
    fc.asyncProperty(scenario, async ([room, steps]) => {
      const usage = await startUsage(20_000);
      let [used, limit] = [20_000, 20_000 + room];
      for (const { kind, times: amount } of [...steps, ...finale]) {
        if (kind === 'limit') limit = Math.max(1, limit + amount);
        if (kind === 'crash') await usage.crashWhileClosing();
        if (kind === 'refund') used -= (await times(amount, usage.refund)).length;
        if (kind === 'reserve') used += (await usage.reserve(limit, amount)).count;
        if (kind === 'send') {
          const room = Math.max(0, limit - used);
          const stored = (await times(amount, () => usage.send(limit))).filter((outcome) => outcome === 'stored');
          expect(stored).toHaveLength(Math.min(amount, room));
          used += stored.length;
        }
        expect(await usage.count()).toEqual([used, used, used]);
      }
      expect(used).toBeGreaterThanOrEqual(limit);
    }),
    { numRuns: 8, examples: [[[3_000, everyStep]], [[0, everyStep.toReversed()]]] },
  );
});

const dayMs = 24 * 60 * 60 * 1000;

const putUsage = (workspaceId: string, month: string, fields: Record<string, number>) =>
  updateIf({ Key: keys.monthlyUsage(workspaceId, month), ...assign(fields) });

const sumDays = async (workspaceId: string, month: string) => {
  const [usage] = await queryUsage(workspaceId, month, month);
  return {
    used: usage?.messagesUsed,
    days: usage?.days.flatMap((count, index) => (count ? [[index + 1, count]] : [])),
  };
};

describe('messages per day', () => {
  it('a refund and its correction a day later change the day on which the message was counted', async () => {
    const sender = await makeQuietSender();
    const sent = await loseResponse(sender);
    const { quota_month: month = '', quota_day: day = '' } = sent.message;
    expect(await sumDays(sender.id, month)).toEqual({ used: 1, days: [[Number(day), 1]] });

    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + dayMs);
    await runChecks(buildCheckJob(sent.message));
    expect(await sumDays(sender.id, month)).toEqual({ used: 0, days: [] });
    await processInbound({ item: buildReceipt(sender, sent), postponements: 0 });
    expect(await sumDays(sender.id, month)).toEqual({ used: 1, days: [[Number(day), 1]] });
  });

  it('a message beyond the quota counts on no day', async () => {
    const { id } = await createWorkspace('Full', 'DE');
    await putUsage(id, '2026-11', { messages_used: 5, day_03: 5 });
    const message = { workspace_id: id, conversation_id: id, id, quota_month: '2026-11', quota_day: '04' };
    const recipient = { kind: 'existing_conversation', conversation: {} };
    expect(await putSend({ message, limit: 5, usage: {}, recipient } as never)).toBe('quota_exceeded');
    expect(await sumDays(id, '2026-11')).toEqual({ used: 5, days: [[3, 5]] });
  });
});

it('the last twelve months come with their days, from one Query', async () => {
  const { id } = await createWorkspace('Acme', 'DE');
  await updateWorkspace(id, { messages_per_month: 1_000 });
  holdClock(Date.UTC(2026, 10, 15, 23, 59));
  await putUsage(id, '2025-11', { messages_used: 99, day_01: 99 });
  await putUsage(id, '2025-12', { messages_used: 31, day_31: 31 });
  await putUsage(id, '2026-02', { messages_used: 28, day_28: 28 });
  await putUsage(id, '2026-11', { messages_used: 10, day_01: 4, day_15: 6 });
  const send = vi.spyOn(table, 'send');
  onTestFinished(() => send.mockRestore());
  const { months, ...plan } = await getUsage(id);
  expect(send.mock.calls.map(([command]) => command.constructor.name).sort()).toEqual(['GetCommand', 'QueryCommand']);
  expect(plan).toEqual({ messages_per_month: 1_000, subscription: 'active' });
  expect(months.map(({ month, messages_used }) => `${month} ${messages_used}`)).toEqual([
    ...['2025-12 31', '2026-01 0', '2026-02 28', '2026-03 0', '2026-04 0', '2026-05 0', '2026-06 0'],
    ...['2026-07 0', '2026-08 0', '2026-09 0', '2026-10 0', '2026-11 10'],
  ]);
  expect(months.map(({ days }) => days.length)).toEqual([31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 15]);
  expect(months.at(-1)?.days).toEqual([4, ...Array(13).fill(0), 6]);
});

it('a month is split by channel and sender within the write that counts a message', async () => {
  const { id } = await createWorkspace('Acme', 'DE');
  const day = { month: '2026-11', day: '15' };
  await transact([consumeQuotaPart(id, { ...day, source: 'msgapp_broadcast' }, null, 30)]);
  await transact([consumeQuotaPart(id, { ...day, source: 'social_agent' }, null, 1)]);
  await transact([refundQuotaPart(id, { ...day, source: 'msgapp_broadcast' }, 2)]);
  const [usage] = await queryUsage(id, '2026-11', '2026-11');
  expect(usage).toMatchObject({ messagesUsed: 29, sources: { msgapp_broadcast: 28, social_agent: 1, msgapp_api: 0 } });
});
