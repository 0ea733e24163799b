import { describe, expect, it } from 'vitest';
import { processInbound } from '../../../functions/domain/inbound/process-inbound.ts';
import { updateWorkspace } from '../../../functions/domain/workspaces/workspaces.ts';
import type { InboundStatus } from '../../../functions/model/inbound/inbound.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { findMessage, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { refundQuotaPart } from '../../../functions/table/workspaces/message-quota.ts';
import {
  callSimulator,
  countUsedMessages,
  listMessages,
  makeQuietSender,
  postMessage,
  type SendingWorkspace,
} from '../../support/channels/simulator.ts';
import { newPhone } from '../../support/contacts.ts';
import {
  buildCheckJob,
  buildReceipt,
  loseResponse,
  runChecks,
  type SentByChannel,
} from '../../support/table/lost-responses.ts';

/** A send whose response was lost and whose check has run. */
const failUnknown = async (sender: SendingWorkspace): Promise<SentByChannel> => {
  const sent = await loseResponse(sender);
  await runChecks(buildCheckJob(sent.message));
  expect(await reread(sent.message)).toMatchObject({ status: 'failed', error: { code: 'outcome_unknown' } });
  return sent;
};

const reread = ({ conversation_id, id }: StoredMessage) => findMessage(conversation_id, id);

const report = (message_id: string, status: string, fields: object = {}) =>
  callSimulator('POST', '/status', { message_id, status, ...fields });

const receive = (item: InboundStatus): Promise<void> => processInbound({ item, postponements: 0 });

describe('the check of a send', () => {
  it('a send without response or receipt is refunded as failed with an unknown outcome', async () => {
    const sender = await makeQuietSender();
    const { message } = await loseResponse(sender);
    expect([message.status, await countUsedMessages(sender.id)]).toEqual(['sending', 1]);
    const check = buildCheckJob(message);
    expect(check).toMatchObject({ queue: 'checkMessage', delaySeconds: 15 * 60 });
    await runChecks(check);
    const error = { code: 'outcome_unknown', message: expect.stringContaining('may have been delivered') };
    expect(await reread(message)).toMatchObject({ status: 'failed', channel_message_id: null, error });
    expect(await listMessages(sender.key, message.conversation_id)).toMatchObject([{ status: 'failed', error }]);
    expect(await countUsedMessages(sender.id)).toBe(0);
    const conversation = await findConversation(sender.id, message.conversation_id);
    expect(conversation?.last_message).toMatchObject({ status: 'failed', text: 'Hi', author: { kind: 'key' } });
  });

  it('repeated and concurrent checks refund a send once', async () => {
    const sender = await makeQuietSender();
    for (const text of ['One', 'Two']) await postMessage(sender.key, { to: newPhone(), text });
    const job = buildCheckJob((await loseResponse(sender)).message);
    await Promise.all([runChecks(job, job, job), runChecks(job, job), runChecks(job)]);
    await runChecks(job);
    expect(await countUsedMessages(sender.id)).toBe(2);
  });

  it('a check that can neither fail nor refund the send fails itself, so an operator sees it', async () => {
    const sender = await makeQuietSender();
    const { message } = await loseResponse(sender);
    await transact([refundQuotaPart(sender.id, { month: message.quota_month ?? '', day: message.quota_day ?? '' }, 1)]);
    await expect(runChecks(buildCheckJob(message))).rejects.toThrow('1 checks failed');
    expect(await reread(message)).toMatchObject({ status: 'sending' });
  });
});

describe('a receipt after the check', () => {
  it('a late failure receipt replaces the reason and consumes the quota, as for every accepted message', async () => {
    const sender = await makeQuietSender();
    const { channelMessageId, message } = await failUnknown(sender);
    await report(channelMessageId, 'failed', { error_code: 131026 });
    const failed = { status: 'failed', channel_message_id: channelMessageId, error: { code: 131026 } };
    await expect.poll(() => reread(message)).toMatchObject(failed);
    expect(await countUsedMessages(sender.id)).toBe(1);
  });

  it('a late receipt counts a sent message even if the quota is used up, and the next send is refused', async () => {
    const sender = await makeQuietSender();
    await updateWorkspace(sender.id, { messages_per_month: 1 });
    const sent = await failUnknown(sender);
    expect((await postMessage(sender.key, { to: newPhone(), text: 'Hi' })).status).toBe(201);
    await receive(buildReceipt(sender, sent));
    expect(await reread(sent.message)).toMatchObject({ status: 'delivered' });
    expect(await countUsedMessages(sender.id)).toBe(2);
    expect((await postMessage(sender.key, { to: newPhone(), text: 'Hi' })).status).toBe(402);
  });
});

it('a receipt that races the check wins without counting the send twice', async () => {
  const sender = await makeQuietSender();
  for (let round = 1; round <= 4; round += 1) {
    const sent = await loseResponse(sender);
    const job = buildCheckJob(sent.message);
    await Promise.all([runChecks(job, job), receive(buildReceipt(sender, sent)), runChecks(job)]);
    const received = { status: 'delivered', channel_message_id: sent.channelMessageId };
    expect(await reread(sent.message)).toMatchObject(received);
    expect(await countUsedMessages(sender.id)).toBe(round);
  }
});
