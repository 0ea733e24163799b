import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { updateContact } from '../../../functions/domain/contacts/contacts.ts';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { isClaim } from '../../../functions/model/broadcasts/recipient.ts';
import { findClaimedMessages, findRecipient } from '../../../functions/table/broadcasts/recipients.ts';
import { findContactIdByPhone } from '../../../functions/table/contacts/contacts.ts';
import { magicPhone } from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import {
  beforeEachSend,
  countUsedMessages,
  listSentBodies,
  makeQuietSender,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeContact, newPhone } from '../../support/contacts.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { newInboundText } from '../../support/messages/inbound-items.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';

const write = ({ number }: SendingWorkspace, phone: string, text: string): Promise<void> =>
  processInbound({ item: newInboundText(number.id, phone, text), postponements: 0 });

const listSentTo = async ({ number }: SendingWorkspace): Promise<unknown[]> =>
  (await listSentBodies(number)).map(({ to }) => to).sort();

const optedOut = { state: 'failed', reason: { code: 'opted_out', message: expect.stringContaining('opted out') } };

describe('a recipient who has opted out', () => {
  it('recipients who are opted out are skipped with a reason and cost no quota, and START brings them back', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    const [inTouch, out, recorded, backAgain, unknown] = [newPhone(), newPhone(), newPhone(), newPhone(), newPhone()];
    const phones = [inTouch, out, recorded, backAgain, unknown];
    await write(sender, inTouch, 'Hi');
    await write(sender, out, 'STOP');
    const { id: contactId } = await makeContact(sender.key, { phone: recorded });
    await updateContact(sender.id, contactId, { opted_out: true });
    await write(sender, backAgain, 'STOP');
    await updateContact(sender.id, (await findContactIdByPhone(sender.id, backAgain)) ?? '', { opted_out: false });
    const { id } = await quiet.storeQuietBroadcast(sender.id, phones);
    await quiet.drain(time);
    expect(await listSentTo(sender)).toEqual([inTouch, backAgain, unknown].sort());
    expect(await findRecipient(id, out)).toMatchObject(optedOut);
    expect(await findRecipient(id, recorded)).toMatchObject(optedOut);
    const completed = await getBroadcast(sender.id, id);
    expect(completed).toMatchObject({ status: 'sent', pending_count: 0, sent_count: 3, failed_count: 2 });
    expect(completed).toMatchObject(await quiet.recount(id, phones));
    expect(await countUsedMessages(sender.id)).toBe(3);
  });

  it('a recipient who is opted out has that reason, even without quota or a value that the template needs', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    const phones = [newPhone(), newPhone()] as const;
    for (const phone of phones) await write(sender, phone, 'STOP');
    await updateWorkspace(sender.id, { messages_per_month: 1 });
    const entries = phones.map((phone) => ({ phone, params: ['{{contact.name}}'] }));
    const { id } = await quiet.storeQuietBroadcast(sender.id, entries);
    await quiet.drain(time);
    for (const phone of phones) expect(await findRecipient(id, phone)).toMatchObject(optedOut);
    expect(await countUsedMessages(sender.id)).toBe(0);
  });
});

describe('STOP during a broadcast', () => {
  it.each([
    ['with a conversation', (sender: SendingWorkspace, phone: string) => write(sender, phone, 'Hi')],
    ['without a conversation', (sender: SendingWorkspace, phone: string) => makeContact(sender.key, { phone })],
    ['whom nobody knows yet', async () => undefined],
  ])('a recipient %s who writes STOP right before the claim is skipped', async (_, meet) => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    const phone = newPhone();
    await meet(sender, phone);
    const { id } = await quiet.storeQuietBroadcast(sender.id, [phone]);
    const stop = actBefore(writes('"state":"ready"'), () => write(sender, phone, 'STOP'));
    await quiet.drain(time);
    expect(stop.hasActed()).toBe(true);
    expect(await findRecipient(id, phone)).toMatchObject(optedOut);
    expect(await listSentTo(sender)).toEqual([]);
    const counters = { pending_count: 0, sent_count: 0, failed_count: 1 };
    const failure_reason = { code: 'nothing_sent' };
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'failed', failure_reason, ...counters });
    expect(await countUsedMessages(sender.id)).toBe(0);
  });

  it('a recipient who waits for a retry and writes STOP meanwhile gets no message', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    const phone = magicPhone('5550005');
    const { id } = await quiet.storeQuietBroadcast(sender.id, [phone]);
    await quiet.consumeFirst();
    const claim = await findRecipient(id, phone);
    expect(claim).toMatchObject({ state: 'ready', calls: 1 });
    await write(sender, phone, 'STOP');
    await quiet.drain(time);
    const [message] = isClaim(claim) ? await findClaimedMessages([claim]) : [];
    expect(message).toMatchObject({ status: 'failed', error: { code: 'opted_out' } });
    expect(await listSentTo(sender)).toEqual([]);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'failed', pending_count: 0, failed_count: 1 });
    expect(await countUsedMessages(sender.id)).toBe(0);
  });

  it('a message that is on its way to the channel still goes out', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender({ throttle_times: 1 });
    const phone = newPhone();
    await write(sender, phone, 'Hi');
    const { id } = await quiet.storeQuietBroadcast(sender.id, [phone]);
    beforeEachSend(() => write(sender, phone, 'STOP'));
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1, failed_count: 0 });
    expect(await listSentTo(sender)).toEqual([phone]);
  });
});
