import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { getUsage } from '../../../functions/domain/workspaces/usage.ts';
import { createWorkspace, updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { table } from '../../../functions/table/dynamodb/client.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { putSend } from '../../../functions/table/messages/sends.ts';
import { queryUsage } from '../../../functions/table/workspaces/message-quota.ts';
import { makeQuietSender, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { holdClock } from '../../support/held-clock.ts';
import { startOwnGateway } from '../../support/network/own-gateway.ts';
import { buildCheckJob, buildReceipt, loseResponse, runChecks } from '../../support/table/lost-responses.ts';

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
  it('a message counts on the UTC day on which it is sent, in the same write as its month', async () => {
    const midnightMs = Date.UTC(2026, 10, 30);
    const clock = holdClock(midnightMs - 1);
    const baseUrl = await startOwnGateway({ environment: clock.environment });
    const { id, key } = await makeSendingWorkspace();
    const send = () => call('POST', '/messages', { baseUrl, key, body: { to: newPhone(), text: 'Hi' } });
    await send();
    clock.set(midnightMs);
    await send();
    await send();
    expect(await sumDays(id, '2026-11')).toEqual({
      used: 3,
      days: [
        [29, 1],
        [30, 2],
      ],
    });
  });

  it('a refund and its correction a day later change the day on which the message was counted', async () => {
    const sender = await makeQuietSender();
    const sent = await loseResponse(sender);
    const { quota_month: month = '', quota_day: day = '' } = sent.message;
    expect(await sumDays(sender.id, month)).toEqual({ used: 1, days: [[Number(day), 1]] });

    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
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
