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
import { findSegment } from '../../../functions/table/segments/segments.ts';
import { makeWorkspace } from '../../support/client.ts';
import { makeContact } from '../../support/contacts.ts';
import { newDeliveryJob } from '../../support/deliveries.ts';
import { findDanglingItems, findItemsWith, newOwnPhone, storeLastPass } from '../../support/erasures.ts';
import { heldQueue } from '../../support/messages/held-messages.ts';
import { newStoredMessage } from '../../support/messages/inbound-items.ts';
import { makeSegment } from '../../support/segments.ts';
import { actBefore, writes } from '../../support/table/act-before.ts';
import { crashAtEveryCall } from '../../support/table/crash.ts';
import { makeWebhook } from '../../support/webhooks.ts';

const newMessage = (workspaceId: string, contactId: string, conversationId: string): StoredMessage => {
  const ids = { workspace_id: workspaceId, contact_id: contactId, conversation_id: conversationId };
  return newStoredMessage({ ...ids, content_text: `Text of ${contactId}` });
};

const makeOwner = async () => {
  const { id: workspaceId, key } = await makeWorkspace();
  return { workspaceId, segmentId: (await makeSegment(key)).id, webhookId: (await makeWebhook(workspaceId)).id };
};

type Owner = Awaited<ReturnType<typeof makeOwner>>;

/** An erasure in its last pass, which the service does not see, with one item of each kind left. */
const storeLeftovers = async ({ workspaceId, segmentId, webhookId }: Owner) => {
  const phone = newOwnPhone();
  const contact = { ...newContact(newId(), { name: 'Ana' }), phone };
  const conversation = newConversation(contact, 'msgapp');
  const message = newMessage(workspaceId, contact.id, conversation.id);
  const webhook = { workspaceId, id: webhookId };
  await putMembers(workspaceId, segmentId, [contact.id]);
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
  return { workspaceId, contactId: contact.id, phone, conversationId: conversation.id };
};

const run = ({ workspaceId, contactId }: { workspaceId: string; contactId: string }) =>
  removeErased({ workspaceId, contactId });

it('after a crash at any call, the next worker removes the rest, so everything is removed once', async () => {
  // All cases share one owner: an erasure reads every webhook of the workspace.
  const owner = await makeOwner();
  const { workspaceId, segmentId } = owner;
  const traces: string[] = [];
  const calls = await crashAtEveryCall({
    prepare: () => storeLeftovers(owner),
    run,
    verify: async (subject, { label }) => {
      const { contactId, phone, conversationId } = subject;
      expect(await findErasure(workspaceId, contactId), label).toMatchObject({ status: 'done', traces: null });
      traces.push(phone, conversationId, `Text of ${contactId}`);
      expect((await findSegment(workspaceId, segmentId))?.member_count, label).toBe(0);
    },
  });
  expect(calls).toBeGreaterThan(10);
  expect(await findItemsWith(traces)).toEqual([]);
});

it('a worker that another one has overtaken stops without adding to its counts', async () => {
  const subject = await storeLeftovers(await makeOwner());
  const other = actBefore(writes('#ERASURE', subject.contactId), () => run(subject));
  await run(subject);
  expect(other.hasActed()).toBe(true);
  const progress = { counts: { messages: 1, deliveries: 1, memberships: 1 } };
  expect(await findErasure(subject.workspaceId, subject.contactId)).toMatchObject({ status: 'done', progress });
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
      heldQueue.messages.length = 0;
    },
  });
  expect(await findDanglingItems(workspaceId)).toEqual([]);
});

it('a job whose pass is not due yet waits for it', async () => {
  const subject = await storeLeftovers(await makeOwner());
  const { workspaceId } = subject;
  const later = { resume_at: isoTime(Date.now() + 3_600_000), version: 1 };
  await updateIf({ Key: keys.erasure(workspaceId, subject.contactId), ...assign(later) });
  await run(subject);
  expect(await findErasure(workspaceId, subject.contactId)).toMatchObject({ status: 'running', ...later });
  expect(await findItemsWith([subject.conversationId])).not.toEqual([]);
});
