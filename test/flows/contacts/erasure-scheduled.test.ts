import { expect, it, vi } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { listRecipients } from '../../../functions/domain/broadcasts/list-recipients.ts';
import { makeContact } from '../../support/contacts.ts';
import { deleteContact, findItemsWith, makeNextPass, newOwnPhone } from '../../support/erasures.ts';
import { startTestClock } from '../../support/held-messages.ts';
import * as quiet from '../../support/quiet-broadcasts.ts';
import { storeScheduled, toNumbers } from '../../support/scheduled-broadcasts.ts';
import { callSimulator, listSentBodies, makeSendingWorkspace } from '../../support/simulator.ts';

vi.mock('../../../functions/domain/queues.ts', async () => ({
  enqueueJobs: (await import('../../support/held-messages.ts')).holdMessages,
}));

vi.setConfig({ testTimeout: 120_000 });

it('a scheduled broadcast loses the number of an erased recipient at once, and sends to the others', async () => {
  const time = startTestClock();
  const sender = await makeSendingWorkspace();
  await callSimulator('POST', '/switches', { account_id: sender.number.id, receipts: [] });
  const { id, phone } = await makeContact(sender.key, { phone: newOwnPhone() });
  const [number, other] = [String(phone), newOwnPhone()];
  const broadcast = await storeScheduled(sender.id, toNumbers([number, other]));
  await deleteContact(sender.key, id);
  expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
  expect(await findItemsWith([number])).toEqual([]);
  await quiet.drain(time);
  expect((await listSentBodies(sender.number)).map(({ to }) => to)).toEqual([other]);
  expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 1 });
  const { items } = await listRecipients(sender.id, broadcast.id, undefined, { limit: 10, after: undefined });
  expect(items).toMatchObject([{ phone: other, status: 'sent' }]);
});
