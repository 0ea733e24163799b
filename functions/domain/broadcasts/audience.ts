import type { AudienceEntry, Chunk } from '../../model/broadcasts/audience.ts';
import type { RequestedAudience } from '../../model/broadcasts/broadcast.ts';
import { noRejections, type Rejections } from '../../model/broadcasts/preview.ts';
import { isOptedOut } from '../../model/contacts/consent.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { type ContactField, pickContactValues } from '../../model/contacts/values.ts';
import type { PageRequest } from '../../model/page.ts';
import { pack } from '../../platform/pack.ts';
import { chunkBytesMax, type StoredAudience } from '../../table/broadcasts/audience.ts';
import { findContacts, findContactsByPhone } from '../../table/contacts/contacts.ts';
import type { Consistency } from '../../table/dynamodb/read.ts';
import { parsePhone } from '../contacts/phone-numbers.ts';
import { listMatchingContacts } from '../segments/matching-contacts.ts';
import { listSegmentMembers } from '../segments/members.ts';

export interface Recipients {
  entries: AudienceEntry[];
  rejections: Rejections;
  optedOutPhones: Set<string>;
  /** The contacts that were read. */
  contacts?: readonly StoredContact[];
}

type RequestedNumbers = Extract<RequestedAudience, { kind: 'numbers' }>['numbers'];

/** The first of several equal numbers is accepted, the others are rejected as duplicates. */
export const parseNumbers = (numbers: RequestedNumbers, country: string): Recipients => {
  const entries = new Map<string, AudienceEntry>();
  const rejections = { ...noRejections };
  for (const { to, params } of numbers) {
    const phone = parsePhone(to, country);
    if (phone === undefined) rejections.invalid_phone += 1;
    else if (entries.has(phone)) rejections.duplicate += 1;
    else entries.set(phone, { phone, ...(params ? { params } : {}) });
  }
  return { entries: [...entries.values()], rejections, optedOutPhones: new Set() };
};

/** The contacts of the numbers, which are read only for a value that one of their fields fills, or to be counted. */
export const addContacts = async (
  workspaceId: string,
  recipients: Recipients,
  fields: readonly ContactField[],
): Promise<Recipients> => {
  const contacts = await findContactsByPhone(
    workspaceId,
    recipients.entries.map(({ phone }) => phone),
  );
  return {
    ...recipients,
    entries: recipients.entries.map((entry) => withValues(entry, contacts.get(entry.phone), fields)),
    optedOutPhones: listOptedOut(contacts),
    contacts: [...contacts.values()],
  };
};

export const distinctContactIds = (contactIds: readonly string[]): string[] => [
  ...new Set(contactIds.map((id) => id.toLowerCase())),
];

export const readListedContacts = async (
  workspaceId: string,
  ids: readonly string[],
  fields: readonly ContactField[],
): Promise<Recipients> => {
  const contacts = sortByIds(await findContacts(workspaceId, ids.filter(isId)), ids);
  const { rejections, ...recipients } = toRecipients(contacts, fields);
  return { ...recipients, rejections: { ...rejections, unknown_contact: ids.length - contacts.length } };
};

/** Any other text could exceed the size of a key. */
export const isId = (text: string): boolean => /^[\da-f-]{36}$/.test(text);

const sortByIds = (contacts: StoredContact[], ids: readonly string[]): StoredContact[] => {
  const positions = new Map(ids.map((id, index) => [id, index]));
  return contacts.sort((left, right) => (positions.get(left.id) ?? 0) - (positions.get(right.id) ?? 0));
};

export const readSegmentAudience = async (
  workspaceId: string,
  { id, filter }: NonNullable<StoredAudience['segment']>,
  page: PageRequest,
  fields: readonly ContactField[],
  consistency: Consistency = 'strong',
): Promise<Recipients & { next: string | undefined }> => {
  const { items, next } = filter
    ? await listMatchingContacts(workspaceId, { filter }, page, consistency)
    : await listSegmentMembers(workspaceId, id, page, consistency);
  return { ...toRecipients(items, fields), next };
};

const toRecipients = (contacts: readonly StoredContact[], fields: readonly ContactField[]): Recipients => {
  // Two contacts can have the same number if it moved from one to the other during the read.
  const byPhone = new Map<string, StoredContact>();
  for (const contact of contacts) {
    if (contact.phone !== null && !byPhone.has(contact.phone)) byPhone.set(contact.phone, contact);
  }
  const noPhone = contacts.filter(({ phone }) => phone === null).length;
  return {
    entries: [...byPhone].map(([phone, contact]) => withValues({ phone }, contact, fields)),
    rejections: { ...noRejections, no_phone: noPhone, duplicate: contacts.length - noPhone - byPhone.size },
    optedOutPhones: listOptedOut(byPhone),
    contacts,
  };
};

const withValues = (
  entry: AudienceEntry,
  contact: StoredContact | undefined,
  fields: readonly ContactField[],
): AudienceEntry => (contact && fields.length > 0 ? { ...entry, values: pickContactValues(contact, fields) } : entry);

const listOptedOut = (contacts: ReadonlyMap<string, StoredContact>): Set<string> =>
  new Set([...contacts].filter(([, contact]) => isOptedOut(contact)).map(([phone]) => phone));

/** At 80 messages a second a chunk takes less than half a second, so a cancellation takes effect quickly. */
const entriesPerChunk = 30;

export const splitIntoChunks = (entries: readonly AudienceEntry[], firstIndex: number): Chunk[] =>
  packEntries(entries, entriesPerChunk).map((chunkEntries, offset) => ({
    index: firstIndex + offset,
    entries: chunkEntries,
  }));

export const packEntries = (entries: readonly AudienceEntry[], countMax: number): AudienceEntry[][] =>
  pack(entries, { countMax, bytesMax: chunkBytesMax, measure: (entry) => Buffer.byteLength(JSON.stringify(entry)) });
