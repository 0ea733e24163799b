import { describe, expect, it } from 'vitest';
import { getBroadcast } from '../../../functions/domain/broadcasts/broadcasts.ts';
import { findItem } from '../../../functions/table/dynamodb/read.ts';
import { keys } from '../../../functions/table/keys.ts';
import { findMessage } from '../../../functions/table/messages/messages.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { listSentBodies, makeQuietSender, makeSendingWorkspace } from '../../support/channels/simulator.ts';
import { makeContact } from '../../support/contacts.ts';
import { deleteContact, findItemsWith, makeNextPass, newOwnPhone, waitForFirstPass } from '../../support/erasures.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';
import { loseResponse } from '../../support/table/lost-responses.ts';

describe('an erasure that needs more than three passes', () => {
  // First, because the ids of a process never go back, even when a test's clock does.
  it('a broadcast that runs through several passes holds up the erasure, whose pointer does not expire meanwhile', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    const { id, phone } = await makeContact(sender.key, { phone: newOwnPhone() });
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([String(phone)]));
    const jobs = heldQueue.messages.splice(0);
    await deleteContact(sender.key, id);
    const readExpiry = async () => Number((await findItem(keys.phone(sender.id, String(phone))))?.['expires']);
    for (const pass of [3, 4, 5]) {
      const expiry = await readExpiry();
      const waiting = await makeNextPass(time, sender.id, id);
      expect(waiting).toMatchObject({ status: 'running', progress: { pass, running_broadcasts: [broadcast.id] } });
      expect(await readExpiry()).toBeGreaterThan(expiry);
    }
    heldQueue.messages = jobs;
    await quiet.drain(time);
    expect(await getBroadcast(sender.id, broadcast.id)).toMatchObject({ failed_count: 1, pending_count: 0 });
    expect(await listSentBodies(sender.number)).toEqual([]);
    expect((await makeNextPass(time, sender.id, id)).status).toBe('done');
    expect(await findItemsWith([String(phone)])).toEqual([]);
  });

  it('a message without an outcome holds up the erasure for a day, through any number of passes, and no longer', async () => {
    const time = startTestClock();
    const sender = await makeQuietSender();
    const { message } = await loseResponse(sender);
    const { contact_id: id, conversation_id, created_at } = message;
    await deleteContact(sender.key, id);
    for (const pass of [3, 4, 5]) {
      const before = Date.parse((await waitForFirstPass(sender.id, id)).resume_at);
      const waiting = await makeNextPass(time, sender.id, id);
      expect(waiting).toMatchObject({ status: 'running', progress: { pass, counts: { messages: 0 } } });
      expect(Date.parse(waiting.resume_at) - before).toBeGreaterThanOrEqual(15 * 60_000);
      expect(await findMessage(conversation_id, message.id)).toMatchObject({ status: 'sending' });
    }
    time.advanceTo(Date.parse(created_at) + 24 * 60 * 60_000);
    expect(await makeNextPass(time, sender.id, id)).toMatchObject({
      status: 'done',
      progress: { pass: 5, counts: { messages: 1 } },
    });
    expect(await findMessage(conversation_id, message.id)).toBeUndefined();
  });
});
