import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { postBroadcast, postCancel, startBroadcast, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import { listSentBodies, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { newPhone, newPhones } from '../../support/contacts.ts';

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
