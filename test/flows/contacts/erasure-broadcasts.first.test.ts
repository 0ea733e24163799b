import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { listRecipients, readAllRecipients } from '../../../functions/domain/broadcasts/list-recipients.ts';
import { prepareBroadcast } from '../../../functions/domain/broadcasts/prepare-broadcast.ts';
import { readRetryPage } from '../../../functions/domain/broadcasts/resend-broadcast.ts';
import { recipientsPerPage } from '../../../functions/domain/broadcasts/schedule-broadcast.ts';
import { removeErased } from '../../../functions/domain/erasures/remove-erased.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { readAllPages } from '../../../functions/domain/paging.ts';
import type { RecipientReport } from '../../../functions/model/broadcasts/broadcast.ts';
import { isClaim } from '../../../functions/model/broadcasts/recipient.ts';
import type { PageRequest } from '../../../functions/model/page.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { idTimeMs, newId } from '../../../functions/platform/ids.ts';
import { findRecipient, putFailures } from '../../../functions/table/broadcasts/recipients.ts';
import { toAlias } from '../../../functions/table/contacts/aliases.ts';
import { findContactIdByPhone, findContactIdsByPhone } from '../../../functions/table/contacts/contacts.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { findErasure } from '../../../functions/table/erasures/erasures.ts';
import { erasePointer } from '../../../functions/table/erasures/pointers.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMessage } from '../../../functions/table/messages/messages.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { storeScheduled, toNumbers } from '../../support/broadcasts/scheduled-broadcasts.ts';
import {
  callSimulator,
  listSentBodies,
  makeQuietSender,
  makeSendingWorkspace,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeContact } from '../../support/contacts.ts';
import {
  deleteContact,
  findDanglingItems,
  findItemsWith,
  makeNextPass,
  newOwnPhone,
  storeLastPass,
  waitForFirstPass,
} from '../../support/erasures.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { putAll } from '../../support/segments.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';

const makeSender = () => makeQuietSender({ throttle_times: 1 });

const readRecipients = async (workspaceId: string, broadcastId: string): Promise<RecipientReport[]> => {
  const reports: RecipientReport[] = [];
  for await (const page of await readAllRecipients(workspaceId, broadcastId)) reports.push(...page);
  return reports;
};

const listSentTo = async ({ number }: SendingWorkspace) => (await listSentBodies(number)).map(({ to }) => to);

describe('a broadcast and an erased recipient', () => {
  // First, because the ids of a process never go back, even when a test's clock does.
  it('a recipient that waits for a retry when it is erased gets nothing', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const phone = `+491${randomInt(100, 1_000)}5550005`;
    const { contact_id: id } = (await postMessage(sender.key, { to: phone, text: 'Hi' })).json.data ?? {};
    const contactId = id ?? (await findContactIdByPhone(sender.id, phone)) ?? '';
    const broadcast = await quiet.storeQuietBroadcast(sender.id, [phone]);
    const [job] = heldQueue.messages.splice(0);
    await callSimulator('POST', '/switches', { account_id: sender.number.id, throttle_times: 100 });
    if (job) await quiet.consumeMessage(job);
    expect(await findRecipient(broadcast.id, phone)).toMatchObject({ state: 'ready', calls: 1 });
    const sentBefore = await listSentTo(sender);
    await deleteContact(sender.key, contactId);
    // A first pass that meets the completed broadcast removes the recipient at once.
    await waitForFirstPass(sender.id, contactId);
    await quiet.drain(time);
    expect(await listSentTo(sender)).toEqual(sentBefore);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ failed_count: 1, pending_count: 0 });
    expect(await readRecipients(sender.id, broadcast.id)).toMatchObject([
      { status: 'failed', reason_code: 'contact_erased' },
    ]);
    expect((await makeNextPass(time, sender.id, contactId)).status).toBe('done');
    expect(await findItemsWith([phone])).toEqual([]);
  });

  it('a completed broadcast keeps its counters, loses an erased recipient, and its pages go on without it', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const phones = Array.from({ length: 6 }, () => newOwnPhone());
    const [phone = '', ...others] = phones;
    const broadcast = await quiet.storeQuietBroadcast(sender.id, phones);
    await quiet.drain(time);
    const before = await getBroadcast(sender.id, broadcast.id);
    expect(before).toMatchObject({ status: 'sent', sent_count: 6, pending_count: 0 });
    const list = (page: PageRequest) => listRecipients(sender.id, broadcast.id, undefined, page);
    const first = await list({ limit: 2, after: undefined });
    const id = (await findContactIdByPhone(sender.id, phone)) ?? '';
    await deleteContact(sender.key, id);
    const erasure = await waitForFirstPass(sender.id, id);
    expect(erasure.progress.counts).toMatchObject({ recipients: 1, messages: 0 });
    const pages = await readAllPages(list, 2);
    expect(pages.map((recipient) => recipient.phone)).toEqual(others);
    const rest = await list({ limit: 10, after: first.next });
    expect([...first.items, ...rest.items].map((recipient) => recipient.phone)).toEqual(phones);
    expect(await getBroadcast(sender.id, broadcast.id)).toEqual(before);
    expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
    expect(await findItemsWith([phone])).toEqual([]);
    expect(await findDanglingItems(sender.id)).toEqual([]);
  });

  it('sending again leaves out who was erased while the broadcast was running', async () => {
    const sender = await makeSender();
    const { id, phone } = await makeContact(sender.key, { phone: newOwnPhone() });
    const phones = [String(phone), newOwnPhone()];
    const broadcast = await quiet.storeQuietBroadcast(sender.id, phones);
    const reason = { code: 'plan_limit_reached', message: 'The plan is used up.' };
    await putFailures(
      broadcast,
      0,
      phones.map((number) => ({ phone: number, reason })),
    );
    await deleteContact(sender.key, id);
    const again = { originalId: broadcast.id, position: '0.0', limit: 10 };
    expect((await readRetryPage(sender.id, again, undefined)).entries).toEqual([{ phone: phones[1] }]);
  });

  it('a recipient under a number that the contact had before is gone, too', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const [before, after] = [newOwnPhone(), newOwnPhone()];
    const broadcast = await quiet.storeQuietBroadcast(sender.id, [before]);
    await quiet.drain(time);
    const id = (await findContactIdByPhone(sender.id, before)) ?? '';
    await processInbound({
      item: {
        kind: 'number_changed',
        channel: 'msgapp',
        accountId: sender.number.id,
        from: { phone: before, channelUserId: null, name: null },
        to: { phone: after, channelUserId: null },
        at: isoTime(Date.now()),
      },
      postponements: 0,
    });
    expect(await findContactIdByPhone(sender.id, after)).toBe(id);
    await deleteContact(sender.key, id);
    expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
    expect(await readRecipients(sender.id, broadcast.id)).toEqual([]);
    expect(await findItemsWith([before, after])).toEqual([]);
  });

  it('a recipient that is erased before its turn gets nothing, and holds up the erasure until the broadcast is completed', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const { id, phone } = await makeContact(sender.key, { phone: newOwnPhone() });
    const [number, other] = [String(phone), newOwnPhone()];
    const broadcast = await quiet.storeQuietBroadcast(sender.id, [number, other]);
    await deleteContact(sender.key, id);
    const readExpiry = async () => Number((await findItem(keys.phone(sender.id, number)))?.['expires']);
    for (const pass of [3, 4, 5]) {
      const expiry = await readExpiry();
      const waiting = await makeNextPass(time, sender.id, id);
      expect(waiting).toMatchObject({ status: 'running', progress: { pass, running_broadcasts: [broadcast.id] } });
      expect(await readExpiry()).toBeGreaterThan(expiry);
    }
    heldQueue.messages = heldQueue.messages.filter(({ queue }) => queue !== 'eraseContacts');
    await quiet.drain(time);
    expect(await listSentTo(sender)).toEqual([other]);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({
      status: 'sent',
      sent_count: 1,
      failed_count: 1,
      pending_count: 0,
    });
    expect(await readRecipients(sender.id, broadcast.id)).toMatchObject([
      { phone: number, status: 'failed', reason_code: 'contact_erased' },
      { phone: other, status: 'sent' },
    ]);
    expect(await findContactIdByPhone(sender.id, number)).toBeUndefined();
    expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
    expect(await readRecipients(sender.id, broadcast.id)).toMatchObject([{ phone: other }]);
    expect(await findItemsWith([number])).toEqual([]);
  });

  it('a broadcast that is created after the erasure may send to the number, as to a new contact', async () => {
    const time = startTestClock();
    const sender = await makeSender();
    const { id, phone } = await makeContact(sender.key, { phone: newOwnPhone() });
    await deleteContact(sender.key, id);
    await waitForFirstPass(sender.id, id);
    time.advanceTo(Date.now() + 5_000);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, [String(phone)]);
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ status: 'sent', sent_count: 1 });
    const recipient = await findRecipient(broadcast.id, String(phone));
    expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
    expect(await findRecipient(broadcast.id, String(phone))).toEqual(recipient);
    if (!isClaim(recipient)) throw new Error('The recipient was not claimed.');
    expect(await findMessage(recipient.conversation_id, recipient.message_id)).toMatchObject({ status: 'sent' });
  });
});

describe('a broadcast with a later id than the erasure', () => {
  it('a broadcast whose request was under way during the erasure loses the recipient in the second pass', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    const phone = newOwnPhone();
    const { data } = (await postMessage(sender.key, { to: phone, text: 'Hi' })).json;
    const { contact_id: id, conversation_id } = data;
    await deleteContact(sender.key, id);
    await waitForFirstPass(sender.id, id);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, [phone]);
    heldQueue.messages.length = 0;
    const claim = { phone, chunk: 0, state: 'called', conversation_id, message_id: newId() };
    await updateIf({ Key: keys.recipient(broadcast.id, phone), ...assign(claim) });
    const completed = { status: 'sent', completed_at: isoTime(Date.now()) };
    await updateIf({ Key: keys.broadcast(sender.id, broadcast.id), ...assign(completed) });
    expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
    expect(await findItemsWith([phone, conversation_id])).toEqual([]);
  });

  it('a broadcast that is scheduled after the erasure keeps the number, as that of a new contact', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    const { id, phone } = await makeContact(sender.key, { phone: newOwnPhone() });
    await deleteContact(sender.key, id);
    await waitForFirstPass(sender.id, id);
    time.advanceTo(Date.now() + 5_000);
    await storeScheduled(sender.id, toNumbers([String(phone)]));
    expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
    await quiet.drain(time);
    expect((await listSentBodies(sender.number)).map(({ to }) => to)).toEqual([phone]);
  });
});

const readListedTo = async (workspaceId: string, broadcastId: string) => {
  const { items } = await listRecipients(workspaceId, broadcastId, undefined, { limit: 10, after: undefined });
  return items.map(({ phone, status }) => [phone, status]);
};

it('every form of the number of a contact with more than 50 pointers leads nowhere, and is gone from a later page of a list', async () => {
  const time = startTestClock();
  const sender = await makeSendingWorkspace();
  const { id } = await makeContact(sender.key, { phone: newOwnPhone() });
  const forms = Array.from({ length: 60 }, () => newOwnPhone());
  const pointer = { contact_id: id, conversation_id: newId() };
  await putAll(forms.map((form) => ({ ...keys.phone(sender.id, form), ...pointer })));
  const aliases = new Set(forms.map((form) => toAlias(keys.phone(sender.id, form))));
  await updateIf({ Key: keys.contact(sender.id, id), ...assign({ aliases }) });
  const others = Array.from({ length: recipientsPerPage }, (_, index) => `+4915${200_000_000 + index}`);
  await storeScheduled(sender.id, toNumbers([...others, forms.at(-1) ?? '']));
  await deleteContact(sender.key, id);
  expect(await waitForFirstPass(sender.id, id)).toMatchObject({
    progress: { counts: { pointers: 61, recipients: 1 } },
  });
  expect([...(await findContactIdsByPhone(sender.id, forms))]).toEqual([]);
  expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
  expect(await findItemsWith(forms)).toEqual([]);
});

it('a scheduled broadcast loses the number of an erased recipient at once but sends to the others', async () => {
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

it('a scheduled broadcast that begins while its list changes is looked at again when it is completed', async () => {
  const time = startTestClock();
  const sender = await makeSendingWorkspace();
  const [phone, other] = [newOwnPhone(), newOwnPhone()];
  const { id: broadcastId, scheduled_at = '' } = await storeScheduled(sender.id, toNumbers([phone, other]));
  const now = isoTime(idTimeMs(broadcastId));
  const erasure = await storeLastPass(sender.id, newId(), now, { contact_created_at: now, phones: [phone] });
  await erasePointer(sender.id, `PHONE#${phone}`, erasure);
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
