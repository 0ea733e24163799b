import { notFound } from '../../model/api-error.ts';
import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { clock } from '../../platform/clock.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import {
  type ConversationLookup,
  findSendConversation,
  findSendInputs,
  type SendInputs,
} from '../../table/messages/send-reads.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { normalizePhone } from '../contacts/phone-numbers.ts';
import { hasValidKey } from '../templates/definitions.ts';
import { toMonth } from '../workspaces/message-quota.ts';

/** Everything that decides on a send. */
export interface SendContext extends Omit<SendInputs, 'workspace'>, ConversationLookup {
  workspace: StoredWorkspace;
  phone: string;
  month: string;
}

/** Reads in two steps for a contact that was written to before; a number without country code takes one more. */
export const loadSendContext = async (
  workspaceId: string,
  messageId: string,
  { to, name, content, replyToMessageId }: OutgoingMessage,
): Promise<SendContext> => {
  const phone = await normalizePhone(workspaceId, to);
  const month = toMonth(clock.now());
  const template = content.type === 'template' ? content.template : undefined;
  const { workspace, ...inputs } = await findSendInputs(workspaceId, {
    phone,
    month,
    template: template && hasValidKey(template.name, template.language) ? template : undefined,
  });
  if (!workspace) throw notFound('workspace');
  const request = { messageId, replyToMessageId, needsContact: name !== undefined };
  const lookup = inputs.phoneOwner ? await lookUpConversation(workspaceId, inputs.phoneOwner, request) : emptyLookup;
  return { workspace, phone, month, ...inputs, ...lookup };
};

const emptyLookup: ConversationLookup = {
  conversation: undefined,
  storedMessage: undefined,
  repliedTo: undefined,
  contact: undefined,
};

interface LookupOptions {
  messageId: string;
  replyToMessageId: string | undefined;
  needsContact: boolean;
}

/** A pointer without conversation may be that of another form of the number: the contact itself knows. */
const lookUpConversation = async (
  workspaceId: string,
  { contactId, conversationId }: NonNullable<SendInputs['phoneOwner']>,
  { messageId, replyToMessageId, needsContact }: LookupOptions,
): Promise<ConversationLookup> => {
  if (conversationId !== undefined) {
    const requestedContactId = needsContact ? contactId : undefined;
    return findSendConversation(workspaceId, {
      conversationId,
      messageId,
      replyToMessageId,
      contactId: requestedContactId,
    });
  }
  const contact = await findContact(workspaceId, contactId);
  const msgappConversationId = contact?.conversation_ids?.msgapp;
  if (msgappConversationId === undefined) return { ...emptyLookup, contact };
  const request = { conversationId: msgappConversationId, messageId, replyToMessageId, contactId: undefined };
  return { ...(await findSendConversation(workspaceId, request)), contact };
};
