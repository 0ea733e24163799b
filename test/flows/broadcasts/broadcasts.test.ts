import { beforeAll, describe, expect, it } from 'vitest';
import { postBroadcast, waitForBroadcast } from '../../support/broadcasts/broadcasts.ts';
import { listSentBodies, makeSendingWorkspace, type SendingWorkspace } from '../../support/channels/simulator.ts';
import { call } from '../../support/client.ts';
import { newPhone } from '../../support/contacts.ts';

let sender: SendingWorkspace;
beforeAll(async () => {
  sender = await makeSendingWorkspace();
});

describe('broadcasts to listed numbers', () => {
  it('a broadcast to listed numbers is accepted at once, then sent to each number once and counted', async () => {
    const phones = Array.from({ length: 70 }, newPhone);
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
      total_recipients: 72,
      accepted: 70,
      rejected: 2,
      pending_count: 70,
      sent_count: 0,
      delivered_count: 0,
      read_count: 0,
      replied_count: 0,
      failed_count: 0,
      created_at: expect.any(String),
      scheduled_at: null,
      started_at: null,
      completed_at: null,
    });
    await waitForBroadcast(sender.id, json.data.id, { status: 'sent', delivered_count: 70 });
    const { json: completed } = await call<typeof json>('GET', `/broadcasts/${json.data.id}`, { key: sender.key });
    expect(completed.data).toMatchObject({
      pending_count: 0,
      sent_count: 70,
      failed_count: 0,
      started_at: expect.any(String),
      completed_at: expect.any(String),
    });
    const sent = await listSentBodies(sender.number);
    expect(sent.map(({ to }) => to).sort()).toEqual([...phones].sort());
  });
});
