import type { Channel, Contact, ContactActivity } from '../../model/contact.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { Item } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { findExistingKeys, findItem, findItems } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';

/** A contact as it lies in the table. */
export interface StoredContact extends Contact, ContactActivity {
  /**
   * Counts the changes of what conversations copy and of which conversations there are: whoever makes such a change
   * raises it, under the condition that it is still what was read. Activity does not count.
   */
  version: number;
  /** The contact's conversation on each channel that has one; each carries a copy of the contact. */
  conversation_ids?: Partial<Record<Channel, string>>;
}

export const findContact = async (workspaceId: string, contactId: string): Promise<StoredContact | undefined> => {
  const item = await findItem(keys.contact(workspaceId, contactId));
  return item && toStoredContact(item);
};

/** The workspace's contacts among these ids, in no order. */
export const findContacts = async (workspaceId: string, contactIds: readonly string[]): Promise<StoredContact[]> => {
  const distinct = [...new Set(contactIds)];
  const items = await findItems(distinct.map((contactId) => keys.contact(workspaceId, contactId)));
  return items.map(toStoredContact);
};

/** Which of these distinct ids are contacts of the workspace. */
export const findContactIds = async (workspaceId: string, contactIds: readonly string[]): Promise<string[]> => {
  const found = await findExistingKeys(contactIds.map((contactId) => keys.contact(workspaceId, contactId)));
  return found.map(({ sk }) => sk);
};

/** The id of the contact that has this phone number. */
export const findContactIdByPhone = async (workspaceId: string, e164: string): Promise<string | undefined> => {
  const pointer = await findItem(keys.phone(workspaceId, e164));
  return pointer && String(pointer['contact_id']);
};

/** A page of the workspace's contacts, newest first. */
export const queryContacts = async (workspaceId: string, page: PageRequest): Promise<Page<StoredContact>> => {
  const { items, next } = await queryPage(keys.contact(workspaceId, '').pk, page);
  return { items: items.map(toStoredContact), next };
};

/** A page of the contacts in whose search text this text occurs, newest first. It looks at all contacts on its way. */
export const searchContacts = async (
  workspaceId: string,
  text: string,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const filter = { expression: 'contains(search_text, :text)', values: { ':text': text } };
  const { items, next } = await queryPage(keys.contact(workspaceId, '').pk, page, filter);
  return { items: items.map(toStoredContact), next };
};

export const toStoredContact = ({ pk, sk, entity, search_text, ...fields }: Item): StoredContact =>
  fields as unknown as StoredContact;
