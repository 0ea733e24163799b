import { afterEach, expect, it, vi } from 'vitest';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { toMessagesUsed } from '../../../functions/table/workspaces/message-quota.ts';
import { listSentBodies, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { holdClock } from '../../support/held-clock.ts';
import { startOwnGateway } from '../../support/network/own-gateway.ts';

afterEach(() => vi.unstubAllEnvs());

const newYearMs = Date.UTC(2027, 0, 1);

it.each([
  ['ahead of UTC', 'Pacific/Kiritimati', 1],
  ['behind UTC', 'Pacific/Pago_Pago', 31],
])('the quota changes at midnight UTC of the first on a machine whose time zone is %s', async (_, zone, localDay) => {
  vi.stubEnv('TZ', zone);
  expect(new Date(newYearMs - 1).getDate()).toBe(localDay);
  const clock = holdClock(newYearMs - 1);
  const baseUrl = await startOwnGateway({ environment: clock.environment });
  const { id, key, number } = await makeSendingWorkspace();
  await updateWorkspace(id, { messages_per_month: 1 });
  const send = async () => {
    const response = await call<{ error?: { code: string } }>('POST', '/messages', {
      baseUrl,
      key,
      body: { to: newPhone(), text: 'Happy new year' },
    });
    return [response.status, response.json.error?.code];
  };
  const countUsed = async (month: string) => toMessagesUsed(await findItem(keys.monthlyUsage(id, month)));

  expect(await send()).toEqual([201, undefined]);
  expect(await send()).toEqual([402, 'plan_limit_reached']);
  expect([await countUsed('2026-12'), await countUsed('2027-01')]).toEqual([1, 0]);

  clock.set(newYearMs);
  expect(await send()).toEqual([201, undefined]);
  expect(await send()).toEqual([402, 'plan_limit_reached']);
  expect([await countUsed('2026-12'), await countUsed('2027-01')]).toEqual([1, 1]);
  expect(await listSentBodies(number)).toHaveLength(2);
});
