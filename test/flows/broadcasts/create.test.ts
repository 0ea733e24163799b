import { beforeAll, describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { createBroadcast } from '../../../functions/domain/broadcasts/create-broadcast.ts';
import { deleteSegment } from '../../../functions/domain/segments/segments.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { queryBroadcasts } from '../../../functions/table/broadcasts/broadcasts.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import {
  getRecipients,
  postBroadcast,
  postCancel,
  startBroadcast,
  template,
  waitForBroadcast,
} from '../../support/broadcasts/broadcasts.ts';
import {
  callSimulator,
  listSentBodies,
  makeSendingWorkspace,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact, newPhone, newPhones } from '../../support/contacts.ts';
import { addContacts, makeSegment, seedContacts, seedMembers } from '../../support/segments.ts';

let sender: SendingWorkspace;
beforeAll(async () => {
  sender = await makeSendingWorkspace();
});

const countBroadcasts = async (workspaceId: string): Promise<number> =>
  (await queryBroadcasts(workspaceId, { limit: 10, after: undefined })).items.length;

describe('POST /broadcasts', () => {
  it('counts contacts that are unknown, foreign, listed twice or without a phone number as rejected', async () => {
    const mine = await makeContact(sender.key);
    const [withoutPhone = ''] = await seedContacts(sender.id, 1);
    const theirs = await makeContact((await makeWorkspace()).key);
    const wrong = [withoutPhone, theirs.id, newId(), 'not-an-id', 'x'.repeat(3_000)];
    const contact_ids = [mine.id, mine.id, mine.id.toUpperCase(), ...wrong];
    const { status, json } = await postBroadcast(sender.key, { contact_ids });
    expect(status).toBe(202);
    expect(json.data).toMatchObject({ total_recipients: 8, accepted: 1, rejected: 7, segment_id: null });
  });

  it('normalizes phone numbers like a single message, with the default country of the workspace', async () => {
    const numbers = ['+49 151 1234-5678', '0151 12345678', '004915112345678', '+0', '', '12345'];
    const recipients = numbers.map((phone) => ({ to: phone }));
    const { json } = await postBroadcast(sender.key, { recipients });
    expect(json.data).toMatchObject({ total_recipients: 6, accepted: 1, rejected: 5 });
    const { data } = (await getRecipients(sender.key, json.data.id)).json;
    expect(data.map(({ phone }) => phone)).toEqual(['+4915112345678']);
  });

  it('returns the stored broadcast to a retry, even if it could not be created any more', async () => {
    const own = await makeSendingWorkspace();
    const segment = await makeSegment(own.key);
    const contact = await makeContact(own.key);
    await addContacts(own.key, segment.id, [contact.id]);
    const id = newId();
    const audience = { kind: 'segment' as const, segmentId: segment.id };
    const input = { name: 'News', template: { ...template, language: 'en_US' }, audience };
    const first = await createBroadcast(own.id, id, input);
    await deleteSegment(own.id, segment.id);
    await updateWorkspace(own.id, { subscription: 'lapsed' });
    const { id: retriedId, accepted } = await createBroadcast(own.id, id, input);
    expect({ retriedId, accepted }).toEqual({ retriedId: first.id, accepted: 1 });
    expect(await countBroadcasts(own.id)).toBe(1);
  });

  it('shows the size of a large static segment at once, before it is read', async () => {
    const { id: segment_id } = await makeSegment(sender.key);
    await seedMembers(segment_id, 301);
    await updateIf({ Key: keys.segment(sender.id, segment_id), ...assign({ member_count: 301 }) });
    const { status, json } = await postBroadcast(sender.key, { segment_id });
    expect([status, json.data]).toMatchObject([202, { status: 'queued', total_recipients: 301 }]);
  });

  it('accepts a template that cannot be checked because the channel does not answer', async () => {
    const own = await makeSendingWorkspace();
    await callSimulator('POST', '/switches', { account_id: own.number.id, outage: 'down' });
    const scheduled_at = isoTime(Date.now() + 24 * 60 * 60_000);
    const body = { template: { name: 'no_such_template' }, scheduled_at, recipients: [{ to: newPhone() }] };
    expect((await postBroadcast(own.key, body)).status).toBe(202);
  });
});

describe('POST /broadcasts/{id}/cancel', () => {
  it('a broadcast that has completed cannot be canceled', async () => {
    const sender = await makeSendingWorkspace();
    const { id } = await startBroadcast(sender.key, newPhones(1));
    await waitForBroadcast(sender.id, id, { status: 'sent' });
    const error = { code: 'bad_request', message: expect.stringContaining('Nothing is left to cancel') };
    expect(await postCancel(sender.key, id)).toMatchObject({ status: 400, json: { error } });
    expect(await getBroadcast(sender.id, id)).toMatchObject({ status: 'sent', sent_count: 1 });
  });
});

describe('a scheduled broadcast', () => {
  it('a broadcast scheduled for a time in UTC or with an offset is sent at that time', async () => {
    const sender = await makeSendingWorkspace();
    const atMs = Math.ceil(Date.now() / 1_000) * 1_000 + 3_000;
    const withOffset = isoTime(atMs + 2 * 60 * 60_000).replace('.000Z', '+02:00');
    const phones = [newPhone(), newPhone()];
    const queued = { status: 'queued', scheduled_at: isoTime(atMs), total_recipients: 1, started_at: null };
    const post = (scheduled_at: string, index: number) =>
      postBroadcast(sender.key, { recipients: [{ to: phones[index] }], scheduled_at });
    for (const response of await Promise.all([isoTime(atMs), withOffset].map(post))) {
      expect(response).toMatchObject({ status: 202, json: { data: queued } });
      const sent = await waitForBroadcast(sender.id, response.json.data.id, { status: 'sent', sent_count: 1 });
      expect(Date.parse(sent.started_at ?? '')).toBeGreaterThanOrEqual(atMs);
    }
    expect((await listSentBodies(sender.number)).map(({ to }) => to).sort()).toEqual(phones.sort());
  });

  it('a time in the past or beyond 30 days is refused', async () => {
    const sender = await makeSendingWorkspace();
    for (const [scheduled_at, message] of [
      [isoTime(Date.now() - 1_000), 'must be in the next 30 days'],
      [isoTime(Date.now() + 31 * 24 * 60 * 60_000), 'must be in the next 30 days'],
    ]) {
      const response = await postBroadcast(sender.key, { recipients: [{ to: newPhone() }], scheduled_at });
      expect(response).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
      expect(response.json.error?.message).toMatch(new RegExp(`^"scheduled_at" ${message}`));
    }
  });
});
