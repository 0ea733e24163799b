import { readAllPages } from '../../functions/domain/paging.ts';
import type { Contact } from '../../functions/model/contacts/contact.ts';
import type { ContactImport } from '../../functions/model/contacts/import.ts';
import type { StoredContact } from '../../functions/model/contacts/stored-contact.ts';
import { toTagKey } from '../../functions/model/contacts/tag.ts';
import { queryContacts } from '../../functions/table/contacts/contacts.ts';
import { queryTaggedContactIds } from '../../functions/table/contacts/tags.ts';
import { queryPage } from '../../functions/table/dynamodb/query.ts';
import { keys } from '../../functions/table/keys.ts';
import { type ApiResponse, call } from './client.ts';

export type ContactAnswer = ApiResponse<{ data: Contact; error?: { code: string; message: string } }>;

export interface ContactList {
  data: Contact[];
  meta: { next_cursor: string | null };
}

let phonesIssued = 0;

export const newPhone = (): string => {
  phonesIssued += 1;
  return `+4915${String(100_000_000 + phonesIssued)}`;
};

export const postContact = (key: string, body: object, headers: Record<string, string> = {}): Promise<ContactAnswer> =>
  call('POST', '/contacts', { key, body, headers });

export const patchContact = (key: string, id: string, body: unknown): Promise<ContactAnswer> =>
  call('PATCH', `/contacts/${id}`, { key, body });

export const makeContact = async (key: string, fields: object = {}): Promise<Contact> =>
  (await postContact(key, { phone: newPhone(), ...fields })).json.data;

const wholeList = { limit: 100, after: undefined };

export const tagLists = async (workspaceId: string) => {
  const { items: contacts } = await queryContacts(workspaceId, wholeList);
  const { items: tags } = await queryPage(keys.tag(workspaceId, '').pk, wholeList);
  const pairs = tags.map(async (tag): Promise<[string, string[]]> => {
    const { items } = await queryTaggedContactIds(String(tag['id']), wholeList);
    return [String(tag['name']), items];
  });
  return {
    byLists: Object.fromEntries(await Promise.all(pairs)),
    byContacts: Object.fromEntries(
      tags.map((tag) => [String(tag['name']), contactIdsWithTag(contacts, String(tag['id']))]),
    ),
    tagKeys: tags.map((tag) => toTagKey(String(tag['name']))),
  };
};

const contactIdsWithTag = (contacts: StoredContact[], tagId: string): string[] =>
  contacts.filter(({ tags }) => tags.some(({ id }) => id === tagId)).map(({ id }) => id);

export type ImportAnswer = ApiResponse<{ data: ContactImport; error?: { code: string; message: string } }>;

export const postBatch = (
  key: string,
  contacts: readonly unknown[],
  fields: object = {},
  headers: Record<string, string> = {},
): Promise<ImportAnswer> => call('POST', '/contacts/batch', { key, body: { contacts, ...fields }, headers });

export const newPhones = (count: number): string[] => Array.from({ length: count }, newPhone);

/** Lists more than one page. */
export const listAllContacts = (workspaceId: string): Promise<StoredContact[]> =>
  readAllPages((page) => queryContacts(workspaceId, page), 100);
