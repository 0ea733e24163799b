import { notFound } from '../../model/api-error.ts';
import type { OutgoingMessage } from '../../model/outgoing-message.ts';
import { clock } from '../../platform/clock.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { findSendBasis, findSendPlace, type SendBasis, type SendPlace } from '../../table/messages/send-reads.ts';
import type { StoredWorkspace } from '../../table/workspaces/workspaces.ts';
import { readPhone } from '../contacts/phone-numbers.ts';
import { isStorable } from '../templates/definitions.ts';
import { toMonth } from '../workspaces/message-quota.ts';

/** Everything that decides on a send. */
export interface SendGround extends Omit<SendBasis, 'workspace'>, SendPlace {
  workspace: StoredWorkspace;
  phone: string;
  month: string;
}

/** Reads in two steps for a contact that was written to before; a number without country code takes one more. */
export const readSendGround = async (
  workspaceId: string,
  messageId: string,
  { to, name, content, replyToMessageId }: OutgoingMessage,
): Promise<SendGround> => {
  const phone = await readPhone(workspaceId, to);
  const month = toMonth(clock.now());
  const template = content.type === 'template' ? content.template : undefined;
  const { workspace, ...basis } = await findSendBasis(workspaceId, {
    phone,
    month,
    template: template && isStorable(template.name, template.language) ? template : undefined,
  });
  if (!workspace) throw notFound('workspace');
  const request = { messageId, replyToMessageId, needsContact: name !== undefined };
  const place = basis.holder ? await readPlace(workspaceId, basis.holder, request) : nowhere;
  return { workspace, phone, month, ...basis, ...place };
};

const nowhere: SendPlace = { conversation: undefined, own: undefined, repliedTo: undefined, contact: undefined };

interface PlaceWish {
  messageId: string;
  replyToMessageId: string | undefined;
  needsContact: boolean;
}

/** A pointer without conversation may be that of another form of the number: the contact itself knows. */
const readPlace = async (
  workspaceId: string,
  { contactId, conversationId }: NonNullable<SendBasis['holder']>,
  { messageId, replyToMessageId, needsContact }: PlaceWish,
): Promise<SendPlace> => {
  if (conversationId !== undefined) {
    const wanted = needsContact ? contactId : undefined;
    return findSendPlace(workspaceId, { conversationId, messageId, replyToMessageId, contactId: wanted });
  }
  const contact = await findContact(workspaceId, contactId);
  const known = contact?.conversation_ids?.msgapp;
  if (known === undefined) return { ...nowhere, contact };
  const request = { conversationId: known, messageId, replyToMessageId, contactId: undefined };
  return { ...(await findSendPlace(workspaceId, request)), contact };
};
