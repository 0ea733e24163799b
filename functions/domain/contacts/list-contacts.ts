import * as z from 'zod/mini';
import type { Channel } from '../../model/channels/channel.ts';
import { isOptedOut } from '../../model/contacts/consent.ts';
import { type Contact, toContact } from '../../model/contacts/contact.ts';
import { matchesSearch, parseSearch } from '../../model/contacts/search.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { tagName, toTagKey } from '../../model/contacts/tag.ts';
import { id } from '../../model/id.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import {
  filterContacts,
  findContact,
  findContactIdByExternalId,
  findContactIdByPhone,
  findListedContacts,
  queryContacts,
} from '../../table/contacts/contacts.ts';
import { findTagByName, isTagInUse, queryTaggedContactIds } from '../../table/contacts/tags.ts';
import { findContactCount } from '../../table/contacts/words.ts';
import { fillPage, findPageItems, newestFirst } from '../paging.ts';
import { findContactsByText } from './find-contacts.ts';
import { normalizePhone } from './phone-numbers.ts';

export interface ContactFilters {
  search?: string | undefined;
  tag?: string | undefined;
  phone?: string | undefined;
  external_id?: string | undefined;
  channel?: Channel | undefined;
  opted_out?: boolean | undefined;
}

/** The newest come first. It queries by the most selective filter and applies the others to its rows. */
export const listContacts = async (
  workspaceId: string,
  filters: ContactFilters,
  page: PageRequest,
): Promise<Page<Contact>> => {
  const { items, ...position } = await queryFiltered(workspaceId, filters, page);
  return { items: items.map(toContact), ...position };
};

/** Undefined if nobody has counted them: a rebuild of the search does. */
export const countContacts = (workspaceId: string): Promise<number | undefined> => findContactCount(workspaceId);

const queryFiltered = async (
  workspaceId: string,
  { search = '', tag, phone, external_id, channel, opted_out }: ContactFilters,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const text = search.trim();
  const isTagged = tag === undefined ? () => true : buildTagMatch(tag);
  const parts = parseSearch(text);
  const isMatch = (contact: StoredContact) =>
    matchesSearch(contact, parts) &&
    isTagged(contact) &&
    (external_id === undefined || contact.external_id === external_id) &&
    (channel === undefined || contact.channels.includes(channel)) &&
    (opted_out === undefined || isOptedOut(contact) === opted_out);
  if (phone !== undefined) return { items: (await listByPhone(workspaceId, phone)).filter(isMatch), next: undefined };
  if (external_id !== undefined) {
    const contactId = await findContactIdByExternalId(workspaceId, external_id);
    return { items: (await listById(workspaceId, contactId)).filter(isMatch), next: undefined };
  }
  if (tag !== undefined) return listByTag(workspaceId, tag, isMatch, page);
  if (text !== '') return findContactsByText(workspaceId, text, isMatch, page);
  return channel === undefined && opted_out === undefined
    ? queryContacts(workspaceId, page, 'eventual')
    : filterContacts(workspaceId, { channel, opted_out }, page);
};

const listByPhone = async (workspaceId: string, phone: string): Promise<StoredContact[]> =>
  listById(workspaceId, await findContactIdByPhone(workspaceId, await normalizePhone(workspaceId, phone, 'phone')));

const listById = async (workspaceId: string, contactId: string | undefined): Promise<StoredContact[]> => {
  const contact = contactId === undefined ? undefined : await findContact(workspaceId, contactId);
  return contact ? [contact] : [];
};

const listByTag = async (
  workspaceId: string,
  tag: string,
  isMatch: (contact: StoredContact) => boolean,
  page: PageRequest,
): Promise<Page<StoredContact>> => {
  const tagId = await findTagId(workspaceId, tag);
  if (tagId === undefined) return { items: [], next: undefined };
  return fillPage(page, async (step) => {
    const ids = await queryTaggedContactIds(tagId, step);
    const { items, ...position } = await findPageItems(ids, (some) =>
      findListedContacts(workspaceId, some, hasTag(tagId)),
    );
    return { items: newestFirst(items.filter(isMatch)), ...position };
  });
};

/** The tag's row and the contact change in one transaction, so a listed contact without the tag was read too early. */
const hasTag =
  (tagId: string) =>
  ({ tags }: StoredContact): boolean =>
    tags.some(({ id }) => id === tagId);

const findTagId = async (workspaceId: string, tag: string): Promise<string | undefined> => {
  const tagByName = await findTagByName(workspaceId, tag);
  if (tagByName) return tagByName.id;
  const { data: tagId } = z.safeParse(id, tag.trim());
  return tagId !== undefined && (await isTagInUse(workspaceId, tagId)) ? tagId : undefined;
};

const buildTagMatch = (tag: string): ((contact: StoredContact) => boolean) => {
  const { success, data: name } = z.safeParse(tagName, tag);
  if (!success) return () => false;
  const key = toTagKey(name);
  return ({ tags }) => tags.some((candidate) => candidate.id === key || toTagKey(candidate.name) === key);
};
