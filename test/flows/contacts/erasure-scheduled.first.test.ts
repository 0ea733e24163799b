import { expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { listRecipients } from '../../../functions/domain/broadcasts/list-recipients.ts';
import { prepareBroadcast } from '../../../functions/domain/broadcasts/prepare-broadcast.ts';
import { recipientsPerPage } from '../../../functions/domain/broadcasts/schedule-broadcast.ts';
import { removeErased } from '../../../functions/domain/erasures/remove-erased.ts';
import { noCounts } from '../../../functions/model/erasures/erasure.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { idTimeMs, newId } from '../../../functions/platform/ids.ts';
import { putPhoneAlias } from '../../../functions/table/contacts/contact-writes.ts';
import { findContactIdsByPhone } from '../../../functions/table/contacts/contacts.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { findErasure, type RunningErasure } from '../../../functions/table/erasures/erasures.ts';
import { erasePointer } from '../../../functions/table/erasures/pointers.ts';
import { keys } from '../../../functions/table/keys.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { storeScheduled, toNumbers } from '../../support/broadcasts/scheduled-broadcasts.ts';
import { listSentBodies, makeQuietSender, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { makeContact } from '../../support/contacts.ts';
import { deleteContact, findItemsWith, makeNextPass, newOwnPhone, waitForFirstPass } from '../../support/erasures.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';

const readListedTo = async (workspaceId: string, broadcastId: string) => {
  const { items } = await listRecipients(workspaceId, broadcastId, undefined, { limit: 10, after: undefined });
  return items.map(({ phone, status }) => [phone, status]);
};

it('a number on a later page of the list of a scheduled broadcast is gone, too', async () => {
  const time = startTestClock();
  const sender = await makeSendingWorkspace();
  const { id, phone } = await makeContact(sender.key, { phone: newOwnPhone() });
  const others = Array.from({ length: recipientsPerPage }, (_, index) => `+4915${200_000_000 + index}`);
  await storeScheduled(sender.id, toNumbers([...others, String(phone)]));
  await deleteContact(sender.key, id);
  expect(await waitForFirstPass(sender.id, id)).toMatchObject({ progress: { counts: { recipients: 1 } } });
  expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
  expect(await findItemsWith([String(phone)])).toEqual([]);
});

it('every form of the number of a contact with more than 50 pointers leads nowhere, and is gone from the list', async () => {
  const time = startTestClock();
  const sender = await makeSendingWorkspace();
  const { id } = await makeContact(sender.key, { phone: newOwnPhone() });
  const forms = Array.from({ length: 60 }, () => newOwnPhone());
  for (const form of forms) await putPhoneAlias(sender.id, form, { contact_id: id, conversation_id: newId() });
  await storeScheduled(sender.id, toNumbers([forms.at(-1) ?? '', '+4915200000000']));
  await deleteContact(sender.key, id);
  expect(await waitForFirstPass(sender.id, id)).toMatchObject({
    progress: { counts: { pointers: 61, recipients: 1 } },
  });
  expect([...(await findContactIdsByPhone(sender.id, forms))]).toEqual([]);
  expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
  expect(await findItemsWith(forms)).toEqual([]);
});

// From here on, the ids of this process are ahead: they never go back, even when a test's clock does.
it('a scheduled broadcast loses the number of an erased recipient at once, and sends to the others', async () => {
  const time = startTestClock();
  const sender = await makeQuietSender();
  const { id, phone } = await makeContact(sender.key, { phone: newOwnPhone() });
  const [number, other] = [String(phone), newOwnPhone()];
  const broadcast = await storeScheduled(sender.id, toNumbers([number, other]));
  await deleteContact(sender.key, id);
  expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
  expect(await findItemsWith([number])).toEqual([]);
  await quiet.drain(time);
  expect((await listSentBodies(sender.number)).map(({ to }) => to)).toEqual([other]);
  expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 1 });
  expect(await readListedTo(sender.id, broadcast.id)).toEqual([[other, 'sent']]);
});

/** An erasure in its last pass, which the service does not see, of a contact that had only this number. */
const storeQuietErasure = async (workspaceId: string, phone: string, now: string): Promise<RunningErasure> => {
  const erasure: RunningErasure = {
    id: newId(),
    status: 'running',
    requested_at: now,
    completed_at: null,
    audit_entry_id: null,
    traces: { contact_created_at: now, phones: [phone], former_phones: [], aliases: [], conversations: [] },
    progress: { pass: 2, step: 'pointers', cursor: null, is_waiting: false, running_broadcasts: [], counts: noCounts },
    resume_at: isoTime(0),
    version: 1,
  };
  const { id, ...fields } = erasure;
  await updateIf({ Key: keys.erasure(workspaceId, id), ...assign({ id, ...fields }) });
  await erasePointer(workspaceId, `PHONE#${phone}`, erasure);
  return erasure;
};

it('a scheduled broadcast that begins while its list changes is looked at again when it is completed', async () => {
  const time = startTestClock();
  const sender = await makeSendingWorkspace();
  const [phone, other] = [newOwnPhone(), newOwnPhone()];
  const { id: broadcastId, scheduled_at = '' } = await storeScheduled(sender.id, toNumbers([phone, other]));
  const erasure = await storeQuietErasure(sender.id, phone, isoTime(idTimeMs(broadcastId)));
  const job = { workspaceId: sender.id, contactId: erasure.id };
  const begin = actBefore(writes(broadcastId, '.phone = :phone'), async () => {
    time.advanceTo(Date.parse(scheduled_at));
    await prepareBroadcast({ workspaceId: sender.id, broadcastId });
  });
  await removeErased(job);
  expect(begin.hasActed()).toBe(true);
  // By the clock of the test, the time of the first job was over.
  await removeErased(job);
  const waiting = await findErasure(sender.id, erasure.id);
  expect(waiting).toMatchObject({ status: 'running', progress: { running_broadcasts: [broadcastId] } });
  heldQueue.messages = heldQueue.messages.filter(({ queue }) => queue !== 'eraseContacts');
  await quiet.drain(time);
  expect((await listSentBodies(sender.number)).map(({ to }) => to)).toEqual([other]);
  time.advanceTo(Date.parse(waiting?.resume_at ?? ''));
  await removeErased(job);
  expect(await findErasure(sender.id, erasure.id)).toMatchObject({ status: 'done' });
  expect(await findItemsWith([phone])).toEqual([]);
});
