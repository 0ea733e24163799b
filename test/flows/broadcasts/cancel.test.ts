import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import {
  getRecipients,
  postBroadcast,
  postCancel,
  readRecipientPages,
  startBroadcast,
  waitForBroadcast,
} from '../../support/broadcasts/broadcasts.ts';
import {
  countUsedMessages,
  listSentBodies,
  makeSendingWorkspace,
  makeSlowSender,
} from '../../support/channels/simulator.ts';
import { newPhone, newPhones } from '../../support/contacts.ts';

describe('POST /broadcasts/{id}/cancel', () => {
  it('a broadcast canceled during sending keeps what was sent, cancels the rest, and its counters add up', async () => {
    const slow = await makeSlowSender();
    const { id } = await startBroadcast(slow.key, newPhones(120));
    await expect.poll(async () => (await listSentBodies(slow.number)).length).toBeGreaterThan(0);
    const answers = await Promise.all([postCancel(slow.key, id), postCancel(slow.key, id), postCancel(slow.key, id)]);
    for (const { status, json } of answers) {
      expect({ status, data: json.data }).toMatchObject({ status: 200, data: { id, status: 'canceled' } });
      const { accepted, pending_count, sent_count, failed_count } = json.data;
      expect(pending_count + sent_count + failed_count).toBe(accepted);
    }
    const ended = await waitForBroadcast(slow.id, id, { pending_count: 0, completed_at: expect.any(String) });
    const sent = (await listSentBodies(slow.number)).length;
    expect(ended).toMatchObject({ status: 'canceled', sent_count: sent, failed_count: 120 - sent });
    expect(ended.failed_count).toBeGreaterThan(0);
    expect(await countUsedMessages(slow.id)).toBe(sent);
    const canceled = (await readRecipientPages(slow.key, id, 'status=canceled&limit=100')).flat();
    expect(canceled).toHaveLength(ended.failed_count);
    expect((await getRecipients(slow.key, id, 'status=pending')).json.data).toEqual([]);
    expect((await postCancel(slow.key, id)).json.data).toMatchObject({ status: 'canceled', sent_count: sent });
  });

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
    const atMs = Math.ceil(Date.now() / 1_000) * 1_000 + 5_000;
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

  it('a time in the past, beyond 30 days, without a time zone or that is none is refused', async () => {
    const sender = await makeSendingWorkspace();
    for (const [scheduled_at, message] of [
      [isoTime(Date.now() - 1_000), 'must be in the next 30 days'],
      [isoTime(Date.now() + 31 * 24 * 60 * 60_000), 'must be in the next 30 days'],
      ['2026-12-01T10:00:00', 'must be a time'],
      ['tomorrow', 'must be a time'],
    ]) {
      const response = await postBroadcast(sender.key, { recipients: [{ to: newPhone() }], scheduled_at });
      expect(response).toMatchObject({ status: 400, json: { error: { code: 'bad_request' } } });
      expect(response.json.error?.message).toMatch(new RegExp(`^"scheduled_at" ${message}`));
    }
  });
});
