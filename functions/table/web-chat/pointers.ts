import type { ContactPointer } from '../../model/contacts/stored-contact.ts';
import { findContact, toContactPointer } from '../contacts/contacts.ts';
import { type Consistency, findItem } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';

/** The contact and conversation of a visitor. Undefined before the first message is stored, and after an erasure. */
export const findVisitorPointer = async (
  workspaceId: string,
  visitorId: string,
  consistency: Consistency = 'strong',
): Promise<ContactPointer | undefined> => {
  const pointer = toContactPointer(await findItem(keys.channelUser(workspaceId, 'web', visitorId), consistency));
  if (!pointer || pointer.conversationId !== undefined) return pointer;
  // A customer was a contact before they wrote.
  const contact = await findContact(workspaceId, pointer.contactId);
  return { ...pointer, conversationId: contact?.conversation_ids?.web };
};
