import type { Channel } from '../../model/channels/channel.ts';
import type { ContactPointer, StoredContact } from '../../model/contacts/stored-contact.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { Item, ItemKey } from '../dynamodb/item.ts';
import { queryPage } from '../dynamodb/query.ts';
import { type Consistency, findCurrentItems, findExistingKeys, findItem, findItems } from '../dynamodb/read.ts';
import { keys } from '../keys.ts';

export const findContact = async (workspaceId: string, contactId: string): Promise<StoredContact | undefined> => {
  const item = await findItem(keys.contact(workspaceId, contactId));
  return item && toStoredContact(item);
};

export const findContacts = async (workspaceId: string, contactIds: readonly string[]): Promise<StoredContact[]> => {
  const distinctIds = [...new Set(contactIds)];
  const items = await findItems(distinctIds.map((contactId) => keys.contact(workspaceId, contactId)));
  return items.map(toStoredContact);
};

/** Reads a page of contacts at half the price of `findContacts`; other changes of the last moments may be missing. */
export const findListedContacts = async (
  workspaceId: string,
  contactIds: readonly string[],
  isCurrent: (contact: StoredContact) => boolean = () => true,
): Promise<StoredContact[]> => {
  const contactKeys = contactIds.map((contactId) => keys.contact(workspaceId, contactId));
  const items = await findCurrentItems(contactKeys, (item) => isCurrent(toStoredContact(item)));
  return items.map(toStoredContact);
};

export const findContactIds = async (workspaceId: string, contactIds: readonly string[]): Promise<string[]> => {
  const found = await findExistingKeys(contactIds.map((contactId) => keys.contact(workspaceId, contactId)));
  return found.map(({ sk }) => sk);
};

export const findContactIdByPhone = async (workspaceId: string, e164: string): Promise<string | undefined> => {
  return toContactPointer(await findItem(keys.phone(workspaceId, e164)))?.contactId;
};

export const findContactIdByExternalId = async (workspaceId: string, externalId: string): Promise<string | undefined> =>
  toContactPointer(await findItem(keys.externalId(workspaceId, externalId)))?.contactId;

/** The keys are the numbers that were asked for, which may be other forms of the contacts' own. */
export const findContactIdsByPhone = async (
  workspaceId: string,
  phones: readonly string[],
): Promise<Map<string, string>> => {
  return findOwners((e164) => keys.phone(workspaceId, e164), phones);
};

export const findContactIdsByExternalId = async (
  workspaceId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> => findOwners((externalId) => keys.externalId(workspaceId, externalId), externalIds);

/** When the contacts with these numbers were erased, as long as work from before may be under way. */
export const findErasureTimes = (workspaceId: string, phones: readonly string[]): Promise<Map<string, string>> =>
  findOwners((e164) => keys.phone(workspaceId, e164), [...new Set(phones)], readErasedAt);

const findOwners = async (
  toKey: (value: string) => ItemKey,
  values: readonly string[],
  read = (pointer: Item): string | undefined => toContactPointer(pointer)?.contactId,
): Promise<Map<string, string>> => {
  const pointers = await findItems(values.map(toKey));
  const prefixLength = toKey('').pk.length;
  return new Map(
    pointers.flatMap((pointer) => {
      const found = read(pointer);
      return found === undefined ? [] : [[String(pointer['pk']).slice(prefixLength), found] as const];
    }),
  );
};

export const findContactsByPhone = async (
  workspaceId: string,
  phones: readonly string[],
): Promise<Map<string, StoredContact>> => {
  const idByPhone = await findContactIdsByPhone(workspaceId, phones);
  const contacts = await findContacts(workspaceId, [...idByPhone.values()]);
  const contactById = new Map(contacts.map((contact) => [contact.id, contact]));
  return new Map(
    [...idByPhone].flatMap(([phone, contactId]) => {
      const contact = contactById.get(contactId);
      return contact ? [[phone, contact] as const] : [];
    }),
  );
};

export const queryContacts = async (
  workspaceId: string,
  page: PageRequest,
  consistency: Consistency = 'strong',
): Promise<Page<StoredContact>> => {
  const { items, ...position } = await queryPage(keys.contact(workspaceId, '').pk, page, { consistency });
  return { items: items.map(toStoredContact), ...position };
};

interface FilteredFields {
  channel?: Channel | undefined;
  opted_out?: boolean | undefined;
}

/** The newest come first. DynamoDB filters after the read, so a page is what up to `readLimits.rowsPerCall` contacts yield. */
export const filterContacts = async (
  workspaceId: string,
  fields: FilteredFields,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const filter = toFilter(fields);
  const { items, ...position } = await queryPage(keys.contact(workspaceId, '').pk, page, {
    filter,
    consistency: 'eventual',
  });
  return { items: items.map(toStoredContact), ...position };
};

const toFilter = ({ channel, opted_out }: FilteredFields) => ({
  expression: [
    channel === undefined ? [] : 'contains(channels, :channel)',
    opted_out === undefined ? [] : `${opted_out ? '' : 'NOT '}attribute_type(opted_out_at, :string)`,
  ]
    .flat()
    .join(' AND '),
  values: {
    ...(channel === undefined ? {} : { ':channel': channel }),
    ...(opted_out === undefined ? {} : { ':string': 'S' }),
  },
});

export const toStoredContact = ({
  pk,
  sk,
  entity,
  request_id,
  search_text,
  change_bit,
  ...fields
}: Item): StoredContact => fields as unknown as StoredContact;

export const toContactPointer = (item: Item | undefined): ContactPointer | undefined =>
  item?.['contact_id'] === undefined
    ? undefined
    : {
        contactId: String(item['contact_id']),
        conversationId: item['conversation_id'] === undefined ? undefined : String(item['conversation_id']),
      };

/** When the last contact with this number or user id was erased, as long as work from before may be under way. */
export const readErasedAt = (item: Item | undefined): string | undefined =>
  item?.['erased_at'] === undefined ? undefined : String(item['erased_at']);
