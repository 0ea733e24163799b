import type { NamedCustomer, NameQuery } from '../../model/contacts/names.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { findContacts } from '../../table/contacts/contacts.ts';
import { findConversations } from '../../table/conversations/conversations.ts';

export const listNames = async (
  workspaceId: string,
  { contact_ids: contactIds, conversation_ids: conversationIds }: NameQuery,
): Promise<NamedCustomer[]> => {
  const [contacts, conversations] = await Promise.all([
    findContacts(workspaceId, contactIds),
    findConversations(workspaceId, [...new Set(conversationIds)]),
  ]);
  return [
    ...contacts.map((contact) => ({ id: contact.id, contact: toNamed(contact) })),
    ...conversations.map(({ id, contact }) => ({ id, contact: toNamed(contact) })),
  ];
};

const toNamed = ({ id, name, phone, social_username }: Pick<StoredContact, keyof NamedCustomer['contact']>) => ({
  id,
  name,
  phone,
  social_username,
});
