import { expect, it } from 'vitest';
import { listRecipients } from '../../../functions/domain/broadcasts/list-recipients.ts';
import { isClaim } from '../../../functions/model/broadcasts/recipient.ts';
import { findRecipient } from '../../../functions/table/broadcasts/recipients.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import * as quiet from '../../support/broadcasts/quiet-broadcasts.ts';
import { makeQuietSender } from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import { startTestClock } from '../../support/messages/held-messages.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';

it('recipients and their messages are read eventually for a page that may lag, and strongly for another', async () => {
  const time = startTestClock();
  const { id: workspaceId } = await makeQuietSender();
  const phone = newPhone();
  const broadcast = await quiet.storeQuietBroadcast(workspaceId, quiet.toEntries([phone]));
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
