import { newContact } from '../../../functions/domain/contacts/contacts.ts';
import { newConversation } from '../../../functions/domain/conversations/new-conversation.ts';
import { readInbox } from '../../../functions/domain/inbox/list-inbox.ts';
import { showPresence } from '../../../functions/domain/inbox/presence.ts';
import { replyAs } from '../../../functions/domain/inbox/reply.ts';
import { getTimeline } from '../../../functions/domain/inbox/timeline.ts';
import { newOutboundMessage } from '../../../functions/domain/messages/outbound-message.ts';
import { withConversation } from '../../../functions/model/contacts/stored-contact.ts';
import { toLastMessage } from '../../../functions/model/messages/last-message.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { costFields, withTrace } from '../../../functions/platform/log/invocation-trace.ts';
import { newContactParts } from '../../../functions/table/contacts/contact-writes.ts';
import { newConversationPart } from '../../../functions/table/conversations/new-conversation.ts';
import { transact } from '../../../functions/table/dynamodb/write.ts';
import { renewWatch } from '../../../functions/table/hints/watches.ts';
import { newMessagePart } from '../../../functions/table/messages/messages.ts';
import type { InboxOperation, UnitCounts } from '../costs/agent-cost.ts';
import { toPhone } from '../endpoints/scenario.ts';

const rows = 50;

/** Calls the operations of an open inbox in this process: authentication, which reads two units, comes on top. */
export const countInboxOperations = async (workspaceId: string): Promise<Record<InboxOperation, UnitCounts>> => {
  const role = 'agent' as const;
  const member = { workspaceId, userId: newId(), name: 'Ana', email: '', role, cursorSecret: '', sessionId: '' };
  const chats = await Promise.all(Array.from({ length: rows }, (_, n) => makeChat(workspaceId, n)));
  const { conversationId, messageId } = chats[0] ?? { conversationId: '', messageId: '' };
  const page = { limit: rows, after: undefined };
  const open = { conversation_id: conversationId, since: messageId };
  const read = async (query: object) => (await readInbox(member, { view: 'all', ...query }, page)).read();
  const { rows_version: known } = (await read({})).data;
  return {
    list: await count(() => read({})),
    poll: await count(() => read({ ...open, known, counts: 'true', presence: 'looking' })),
    changed: await count(() => read({ ...open, changed: [conversationId] })),
    timeline: await count(() => getTimeline(member, conversationId, {})),
    presence: await count(() => showPresence(member, conversationId, 'looking')),
    socket: await count(() => renewWatch(member, { epoch: 'epoch', expires: 0, now: 0 })),
    reply: await count(() => replyAs(member, conversationId, newId(), { text: 'Hi', seen_message_id: messageId })),
  };
};

const count = (operation: () => Promise<unknown>): Promise<UnitCounts> =>
  withTrace(async () => {
    await operation();
    const { read_units = 0, write_units = 0 } = costFields();
    return { read_units, write_units };
  })(undefined, undefined);

/** A customer who waits, with the last of a few messages. */
const makeChat = async (workspaceId: string, n: number): Promise<{ conversationId: string; messageId: string }> => {
  const contact = { ...newContact(newId(), { name: `Person ${n}` }), phone: toPhone(n), channels: ['msgapp' as const] };
  const begun = newConversation(contact, 'msgapp');
  const text = {
    content_type: 'text',
    content_text: 'Where is my order?',
    media_url: null,
    template_name: null,
  } as const;
  const messages = Array.from({ length: 10 }, () => ({
    ...newOutboundMessage(
      { workspaceId, id: newId(), senderType: 'agent' },
      { kind: 'existing_conversation', conversation: begun },
      text,
    ),
    status: 'sent' as const,
  }));
  const last = messages.at(-1);
  const conversation = {
    ...begun,
    ...(last && { last_message_id: last.id, last_message_at: last.created_at, last_message: toLastMessage(last) }),
    waiting_since: begun.created_at,
    last_inbound_at: begun.created_at,
    unseen: newId().slice(-12),
  };
  await transact([
    ...newContactParts(workspaceId, withConversation(contact, conversation)),
    newConversationPart(workspaceId, conversation),
    ...messages.map(newMessagePart),
  ]);
  return { conversationId: conversation.id, messageId: last?.id ?? '' };
};
