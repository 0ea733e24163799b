import { describe, expect, it } from 'vitest';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { storeScheduled, toNumbers } from '../../support/broadcasts/scheduled-broadcasts.ts';
import { listSentBodies, makeSendingWorkspace, postMessage } from '../../support/channels/simulator.ts';
import { makeContact } from '../../support/contacts.ts';
import { deleteContact, findItemsWith, makeNextPass, newOwnPhone, waitForFirstPass } from '../../support/erasures.ts';
import { heldQueue, startTestClock } from '../../support/messages/held-messages.ts';

describe('a broadcast with a later id than the erasure', () => {
  it('a broadcast whose request was under way during the erasure loses the recipient in the second pass', async () => {
    const time = startTestClock();
    const sender = await makeSendingWorkspace();
    const phone = newOwnPhone();
    const { data } = (await postMessage(sender.key, { to: phone, text: 'Hi' })).json;
    const { contact_id: id, conversation_id } = data;
    await deleteContact(sender.key, id);
    await waitForFirstPass(sender.id, id);
    const broadcast = await quiet.storeQuietBroadcast(sender.id, quiet.toEntries([phone]));
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
