import { beforeAll, describe, expect, it } from 'vitest';
import { listRecipients } from '../../../functions/domain/broadcasts/list-recipients.ts';
import type { Broadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import { isClaim } from '../../../functions/model/broadcasts/recipient.ts';
import { findRecipient, putFailures } from '../../../functions/table/broadcasts/recipients.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  getRecipients,
  magicPhone,
  postBroadcast,
  readRecipientPages,
  startBroadcast,
  waitForBroadcast,
} from '../../support/broadcasts/broadcasts.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { storeQuietBroadcast, toEntries } from '../../support/broadcasts/quiet-broadcasts.ts';
import {
  listSentBodies,
  makeQuietSender,
  makeSendingWorkspace,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { call, makeWorkspace, readPages } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';

it('broadcasts are listed newest first with their counters, page by page', async () => {
  const sender = await makeWorkspace();
  const started: { id: string }[] = [];
  for (let n = 1; n <= 3; n += 1)
    started.push(await storeQuietBroadcast(sender.id, toEntries(Array.from({ length: n }, newPhone))));
  const pages = await readPages<Broadcast>(sender.key, '/broadcasts?limit=2');
  expect(pages.map(({ length }) => length)).toEqual([2, 1]);
  const listed = pages.flat();
  expect(listed.map(({ id }) => id)).toEqual(started.map(({ id }) => id).reverse());
  expect(listed.map(({ pending_count }) => pending_count)).toEqual([3, 2, 1]);
  const { json: one } = await call<{ data: Broadcast }>('GET', `/broadcasts/${listed[0]?.id}`, { key: sender.key });
  expect(listed[0]).toEqual(one.data);
});

describe('GET /broadcasts/{id}/recipients', () => {
  it('pages of any size are complete and in the order of the audience', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phones = Array.from({ length: 65 }, newPhone);
    const { id } = await storeQuietBroadcast(workspaceId, toEntries(phones));
    for (const limit of [7, 30]) {
      const pages = await readRecipientPages(key, id, `limit=${limit}`);
      expect(pages.flat().map(({ phone }) => phone)).toEqual(phones);
      expect(pages).toHaveLength(Math.ceil(65 / limit));
    }
  });

  it('recipients can be filtered by the status that each has with its message or its reason', async () => {
    const sender = await makeSendingWorkspace();
    const [reached, refused] = [newPhone(), magicPhone('5550001')];
    const { id } = await startBroadcast(sender.key, [reached, refused]);
    await waitForBroadcast(sender.id, id, { delivered_count: 1, failed_count: 1 });
    const { json } = await getRecipients(sender.key, id);
    const messageIds = {
      message_id: expect.any(String),
      conversation_id: expect.any(String),
      contact_id: expect.any(String),
    };
    expect(json.data).toEqual([
      { phone: reached, status: 'delivered', reason_code: null, reason: null, ...messageIds },
      { phone: refused, status: 'failed', reason_code: '131026', reason: expect.any(String), ...messageIds },
    ]);
    for (const [status, expected] of [
      ['delivered', [reached]],
      ['failed', [refused]],
      ['canceled', []],
    ] as const) {
      const { json: filtered } = await getRecipients(sender.key, id, `status=${status}`);
      expect(filtered.data.map(({ phone }) => phone)).toEqual(expected);
      expect(filtered.meta.next_cursor).toBeNull();
    }
  });

  it('a filtered page that looks at 500 recipients in vain is empty and has a next one', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phones = Array.from({ length: 620 }, newPhone);
    const { id } = await storeQuietBroadcast(workspaceId, toEntries(phones));
    const reason = { code: 'duplicate', message: 'Twice.' };
    const last = phones.at(-1) ?? '';
    await putFailures({ workspace_id: workspaceId, id }, 20, [{ phone: last, reason }]);
    const pages = await readRecipientPages(key, id, 'status=failed&limit=10');
    expect(pages.map((page) => page.map(({ phone }) => phone))).toEqual([[], [last]]);
  });

  it('a filtered list whose pages end in the middle of a chunk misses and repeats no recipient', async () => {
    const { id: workspaceId, key } = await makeWorkspace();
    const phones = Array.from({ length: 90 }, newPhone);
    const { id } = await storeQuietBroadcast(workspaceId, toEntries(phones));
    const reason = { code: 'duplicate', message: 'Twice.' };
    for (const chunk of [0, 1, 2]) {
      const failures = phones.slice(chunk * 30, chunk * 30 + 30).filter((_, index) => index % 3 === 0);
      await putFailures(
        { workspace_id: workspaceId, id },
        chunk,
        failures.map((phone) => ({ phone, reason })),
      );
    }
    const expected = phones.filter((_, index) => index % 3 === 0);
    const pages = await readRecipientPages(key, id, 'status=failed&limit=7');
    expect(pages.flat().map(({ phone }) => phone)).toEqual(expected);
    expect(pages.slice(0, -1).every(({ length }) => length === 7)).toBe(true);
  });
});

it('recipients and their messages are read strongly unless the page may lag', async () => {
  const time = startTestClock();
  const { id: workspaceId } = await makeQuietSender();
  const phone = newPhone();
  const broadcast = await quiet.storeQuietBroadcast(workspaceId, [phone]);
  const readStatus = async (mayLag: boolean) => {
    const page = { limit: 10, after: undefined, mayLag };
    return (await listRecipients(workspaceId, broadcast.id, undefined, page)).items.map(({ status }) => status);
  };

  const unclaimed = await lagBehind(keys.recipient(broadcast.id, phone));
  await quiet.drain(time);
  expect([await readStatus(false), unclaimed.staleReads()]).toEqual([['sent'], 0]);
  expect([await readStatus(true), unclaimed.staleReads()]).toEqual([['pending'], 1]);
  unclaimed.catchUp();

  const recipient = await findRecipient(broadcast.id, phone);
  if (!isClaim(recipient)) throw new Error('The recipient was not claimed.');
  const messageKey = keys.message(recipient.conversation_id, recipient.message_id);
  const undelivered = await lagBehind(messageKey);
  await updateIf({ Key: messageKey, ...assign({ status: 'delivered' }) });
  expect([await readStatus(false), undelivered.staleReads()]).toEqual([['delivered'], 0]);
  expect([await readStatus(true), undelivered.staleReads()]).toEqual([['sent'], 1]);
});

describe('broadcasts to listed numbers', () => {
  let sender: SendingWorkspace;
  beforeAll(async () => {
    sender = await makeSendingWorkspace();
  });

  it('a broadcast to listed numbers is accepted at once, then sent to each number once and counted', async () => {
    const phones = Array.from({ length: 6 }, newPhone);
    const { status, json } = await postBroadcast(sender.key, {
      recipients: [...phones, phones[0], 'nonsense'].map((to) => ({ to })),
    });
    expect(status).toBe(202);
    expect(json.data).toEqual({
      id: expect.any(String),
      name: 'News',
      template_name: 'hello_world',
      template_language: 'en_US',
      segment_id: null,
      status: 'queued',
      total_recipients: 8,
      accepted: 6,
      rejected: 2,
      pending_count: 6,
      sent_count: 0,
      delivered_count: 0,
      read_count: 0,
      replied_count: 0,
      failed_count: 0,
      created_at: expect.any(String),
      scheduled_at: null,
      started_at: null,
      completed_at: null,
      failure_reason: null,
    });
    await waitForBroadcast(sender.id, json.data.id, { status: 'sent', delivered_count: 6 });
    const { json: completed } = await call<typeof json>('GET', `/broadcasts/${json.data.id}`, { key: sender.key });
    expect(completed.data).toMatchObject({
      pending_count: 0,
      sent_count: 6,
      failed_count: 0,
      started_at: expect.any(String),
      completed_at: expect.any(String),
    });
    const sent = await listSentBodies(sender.number);
    expect(sent.map(({ to }) => to).sort()).toEqual([...phones].sort());
  });
});
