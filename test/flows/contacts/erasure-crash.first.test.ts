import { expect, it } from 'vitest';
import { newContact } from '../../../functions/domain/contacts/contacts.ts';
import { newConversation } from '../../../functions/domain/conversations/new-conversation.ts';
import { listMessageEventIds } from '../../../functions/domain/deliveries/events.ts';
import { eraseContact } from '../../../functions/domain/erasures/erase-contact.ts';
import { removeErased } from '../../../functions/domain/erasures/remove-erased.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { recordAttempt } from '../../../functions/table/deliveries/deliveries.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';
import { findErasure } from '../../../functions/table/erasures/erasures.ts';
import { keys } from '../../../functions/table/keys.ts';
import { channelMessagePart, newMessagePart, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { putMembers } from '../../../functions/table/segments/members.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { newDeliveryJob } from '../../support/deliveries.ts';
import { findDanglingItems, findItemsWith, newOwnPhone, storeLastPass } from '../../support/erasures.ts';
import { heldQueue } from '../../support/messages/held-messages.ts';
import { newStoredMessage } from '../../support/messages/inbound-items.ts';
import { getSegment, makeSegment } from '../../support/segments.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { makeWebhook } from '../../support/webhooks.ts';

const newMessage = (workspaceId: string, contactId: string, conversationId: string): StoredMessage => {
  const ids = { workspace_id: workspaceId, contact_id: contactId, conversation_id: conversationId };
  return newStoredMessage({ ...ids, content_text: `Text of ${contactId}` });
};

/** An erasure in its last pass, which the service does not see, with one item of each kind left. */
const storeLeftovers = async (workspaceId: string, key: string, webhookId: string) => {
  const phone = newOwnPhone();
  const contact = { ...newContact(newId(), { name: 'Ana' }), phone };
  const conversation = newConversation(contact, 'msgapp');
  const message = newMessage(workspaceId, contact.id, conversation.id);
  const webhook = { workspaceId, id: webhookId };
  const segment = await makeSegment(key);
  await putMembers(workspaceId, segment.id, [contact.id]);
  await transact([
    newMessagePart({ ...message, sender_type: 'bot' }),
    channelMessagePart(message, `wamid.${message.id}`),
  ]);
  const [eventId = ''] = listMessageEventIds(message);
  const job = newDeliveryJob(webhook);
  const event = { ...job.event, id: eventId, data: { text: message.content_text } };
  const update = { status: 'delivered', attempt: undefined, next_attempt_at: null } as const;
  await recordAttempt({ job: { ...job, event }, stored: undefined }, update);
  await storeLastPass(workspaceId, contact.id, isoTime(Date.now() - 3_600_000), {
    contact_created_at: contact.created_at,
    phones: [phone],
    conversations: [{ id: conversation.id, created_at: conversation.created_at }],
  });
  return { workspaceId, contactId: contact.id, phone, segmentId: segment.id, conversationId: conversation.id };
};

const run = ({ workspaceId, contactId }: { workspaceId: string; contactId: string }) =>
  removeErased({ workspaceId, contactId });

it('a worker that crashes at any call leaves the rest to the next one, and everything is removed once', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  // One for all: an erasure reads every webhook of the workspace.
  const { id: webhookId } = await makeWebhook(workspaceId);
  const traces: string[] = [];
  const calls = await crashAtEveryCall({
    prepare: () => storeLeftovers(workspaceId, key, webhookId),
    run,
    verify: async (subject, { label }) => {
      const { contactId, phone, segmentId, conversationId } = subject;
      expect(await findErasure(workspaceId, contactId), label).toMatchObject({ status: 'done', traces: null });
      traces.push(phone, conversationId, `Text of ${contactId}`);
      expect((await getSegment(key, segmentId)).member_count, label).toBe(0);
    },
  });
  expect(calls).toBeGreaterThan(10);
  expect(await findItemsWith(traces)).toEqual([]);
});

it('three workers on one erasure remove everything once', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const subject = await storeLeftovers(workspaceId, key, (await makeWebhook(workspaceId)).id);
  await Promise.all([run(subject), run(subject), run(subject)]);
  await run(subject);
  expect(await findErasure(workspaceId, subject.contactId)).toMatchObject({ status: 'done' });
  expect((await getSegment(key, subject.segmentId)).member_count).toBe(0);
  expect(await findItemsWith([subject.phone])).toEqual([]);
});

it('a worker that another one has overtaken stops, and the counts are those of the other', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const subject = await storeLeftovers(workspaceId, key, (await makeWebhook(workspaceId)).id);
  const other = actBefore(writes('#ERASURE', subject.contactId), () => run(subject));
  await run(subject);
  expect(other.hasActed()).toBe(true);
  const progress = { counts: { messages: 1, deliveries: 1, memberships: 1 } };
  expect(await findErasure(workspaceId, subject.contactId)).toMatchObject({ status: 'done', progress });
});

it('a request that crashes at any call leaves the contact whole or erased', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  await makeWebhook(workspaceId);
  await crashAtEveryCall({
    prepare: () => makeContact(key, { tags: ['vip'] }),
    run: ({ id }) => eraseContact(workspaceId, id),
    verify: async ({ id }, { label }) => {
      expect(await findContact(workspaceId, id), label).toBeUndefined();
      expect(await findErasure(workspaceId, id), label).toBeDefined();
      expect(await findDanglingItems(workspaceId), label).toEqual([]);
      heldQueue.messages.length = 0;
    },
  });
});

it('a job whose pass is not due yet waits for it', async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  const subject = await storeLeftovers(workspaceId, key, (await makeWebhook(workspaceId)).id);
  const later = { resume_at: isoTime(Date.now() + 3_600_000), version: 1 };
  await updateIf({ Key: keys.erasure(workspaceId, subject.contactId), ...assign(later) });
  await run(subject);
  expect(await findErasure(workspaceId, subject.contactId)).toMatchObject({ status: 'running', ...later });
  expect(await findItemsWith([subject.conversationId])).not.toEqual([]);
});
