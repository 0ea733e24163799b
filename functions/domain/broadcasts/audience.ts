import type { RequestedAudience } from '../../model/broadcast.ts';
import type { AudienceEntry, Chunk } from '../../model/broadcast-audience.ts';
import type { PageRequest } from '../../model/page.ts';
import type { StoredContact } from '../../model/stored-contact.ts';
import { pack } from '../../platform/pack.ts';
import { chunkBytesMax, type StoredAudience } from '../../table/broadcasts/audience.ts';
import { findContacts } from '../../table/contacts/contacts.ts';
import { parsePhone } from '../contacts/phone-numbers.ts';
import { listMatchingContacts } from '../segments/matching-contacts.ts';
import { listMembers } from '../segments/members.ts';

export interface Recipients {
  entries: AudienceEntry[];
  rejected: number;
}

/** Of duplicates the first is accepted and the others are rejected. */
export const readListedAudience = async (
  workspaceId: string,
  audience: Exclude<RequestedAudience, { kind: 'segment' }>,
  country: string,
): Promise<Recipients> => {
  if (audience.kind === 'contacts') {
    const ids = audience.contactIds.map((id) => id.toLowerCase());
    const { entries } = toRecipients(sortByIds(await findContacts(workspaceId, ids.filter(isId)), ids));
    return { entries, rejected: ids.length - entries.length };
  }
  const entries = new Map<string, AudienceEntry>();
  for (const { to, params } of audience.numbers) {
    const phone = parsePhone(to, country);
    if (phone !== undefined && !entries.has(phone)) entries.set(phone, { phone, ...(params ? { params } : {}) });
  }
  return { entries: [...entries.values()], rejected: audience.numbers.length - entries.size };
};

/** Any other text could exceed the size of a key. */
const isId = (text: string): boolean => /^[\da-f-]{36}$/.test(text);

const sortByIds = (contacts: StoredContact[], ids: string[]): StoredContact[] => {
  const positions = new Map(ids.map((id, index) => [id, index]));
  return contacts.sort((left, right) => (positions.get(left.id) ?? 0) - (positions.get(right.id) ?? 0));
};

export const readSegmentAudience = async (
  workspaceId: string,
  { id, filter }: NonNullable<StoredAudience['segment']>,
  page: PageRequest,
): Promise<Recipients & { next: string | undefined }> => {
  const { items, next } = filter
    ? await listMatchingContacts(workspaceId, { filter }, page, 'strong')
    : await listMembers(workspaceId, id, page, 'strong');
  return { ...toRecipients(items), next };
};

const toRecipients = (contacts: StoredContact[]): Recipients => {
  // Two contacts can have the same number if it moved from one to the other during the read.
  const phones = new Set(contacts.flatMap(({ phone }) => (phone === null ? [] : [phone])));
  return { entries: [...phones].map((phone) => ({ phone })), rejected: contacts.length - phones.size };
};

/** At 80 messages a second a chunk takes less than half a second, so a cancellation takes effect quickly. */
const entriesPerChunk = 30;

export const splitIntoChunks = (entries: readonly AudienceEntry[], firstIndex: number): Chunk[] =>
  pack(entries, {
    countMax: entriesPerChunk,
    bytesMax: chunkBytesMax,
    measure: (entry) => Buffer.byteLength(JSON.stringify(entry)),
  }).map((chunkEntries, offset) => ({ index: firstIndex + offset, entries: chunkEntries }));
