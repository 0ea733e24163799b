import { notFound } from '../../model/api-error.ts';
import { type Contact, shownContact } from '../../model/contact.ts';
import { findContact, type StoredContact } from '../../table/contacts/contacts.ts';
import { type ContactChanges, changeContact } from './contact-changes.ts';

export const getContact = async (workspaceId: string, contactId: string): Promise<Contact> =>
  shownContact(await getStoredContact(workspaceId, contactId));

export const updateContact = async (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
): Promise<Contact> => shownContact(await changeContact(workspaceId, contactId, changes));

/** With what only the service itself may see. */
export const getStoredContact = async (workspaceId: string, contactId: string): Promise<StoredContact> => {
  const contact = await findContact(workspaceId, contactId);
  if (!contact) throw notFound('contact');
  return contact;
};
