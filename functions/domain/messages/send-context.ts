import { notFound } from '../../model/api-error.ts';
import { listContactFields } from '../../model/contacts/values.ts';
import type { OutgoingMessage } from '../../model/messages/outgoing-message.ts';
import type { QuotaDay } from '../../model/workspaces/usage.ts';
import { clock } from '../../platform/clock.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import {
  type ConversationLookup,
  findSendConversation,
  findSendInputs,
  type SendInputs,
} from '../../table/messages/sends.ts';
import { type MonthUsage, settleUsage } from '../../table/workspaces/usage-shares.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { normalizePhone } from '../contacts/phone-numbers.ts';
import { quotaDayAt } from '../workspaces/message-quota.ts';

export interface SendContext extends Omit<SendInputs, 'workspace' | 'usage'>, ConversationLookup {
  workspace: StoredWorkspace;
  usage: MonthUsage;
  phone: string;
  quotaDay: QuotaDay;
}

/** Two reads for a contact with a conversation; a number without country code needs one more. */
export const loadSendContext = async (
  workspaceId: string,
  messageId: string,
  { to, name, content, fallbackTemplate, replyToMessageId, fallbackFor }: OutgoingMessage,
): Promise<SendContext> => {
  const phone = await normalizePhone(workspaceId, to, 'to');
  const quotaDay = quotaDayAt(clock.now());
  const template = content.type === 'template' ? content.template : fallbackTemplate;
  const { month } = quotaDay;
  const { workspace, usage: item, ...inputs } = await findSendInputs(workspaceId, { phone, month, template });
  if (!workspace) throw notFound('workspace');
  const usage = await settleUsage({ workspaceId, month, limit: workspace.messages_per_month }, item);
  const namesFields = fallbackFor === undefined && listContactFields([template?.params]).length > 0;
  const options = { messageId, replyToMessageId, needsContact: name !== undefined || namesFields };
  const lookup = inputs.phoneOwner ? await lookUpConversation(workspaceId, inputs.phoneOwner, options) : emptyLookup;
  return { workspace, usage, phone, quotaDay, ...inputs, ...lookup };
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

/** A phone pointer without a conversation may belong to another form of the number, so the contact is read too. */
const lookUpConversation = async (
  workspaceId: string,
  { contactId, conversationId }: NonNullable<SendInputs['phoneOwner']>,
  { needsContact, ...messageIds }: LookupOptions,
): Promise<ConversationLookup> => {
  if (conversationId !== undefined) {
    return findSendConversation(workspaceId, {
      ...messageIds,
      conversationId,
      contactId: needsContact ? contactId : undefined,
    });
  }
  const contact = await findContact(workspaceId, contactId);
  const msgappConversationId = contact?.conversation_ids?.msgapp;
  if (msgappConversationId === undefined) return { ...emptyLookup, contact };
  const query = { ...messageIds, conversationId: msgappConversationId, contactId: undefined };
  return { ...(await findSendConversation(workspaceId, query)), contact };
};
