import type { RequestedAudience } from '../../model/broadcast.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { AudienceEntry, Chunk, StoredAudience } from '../../table/broadcasts/audience.ts';
import { findContacts, type StoredContact } from '../../table/contacts/contacts.ts';
import { parsePhone } from '../contacts/phone-numbers.ts';
import { listMatchingContacts } from '../segments/matching-contacts.ts';
import { listMembers } from '../segments/members.ts';

/** Some of those whom a broadcast is for: those that can be written to, and how many cannot. */
export interface Recipients {
  entries: AudienceEntry[];
  rejected: number;
}

/** The audience that a caller listed. Whoever is named twice is written to once, and rejected once. */
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

/** Other texts could be too long for a key. */
const isId = (text: string): boolean => /^[\da-f-]{36}$/.test(text);

const sortByIds = (contacts: StoredContact[], ids: string[]): StoredContact[] => {
  const positions = new Map(ids.map((id, index) => [id, index]));
  return contacts.sort((left, right) => (positions.get(left.id) ?? 0) - (positions.get(right.id) ?? 0));
};

/** A page of a segment's contacts as a roll, and where the next one goes on. */
export const readSegmentAudience = async (
  workspaceId: string,
  { id, filter }: NonNullable<StoredAudience['segment']>,
  page: PageRequest,
): Promise<Recipients & Pick<Page<AudienceEntry>, 'next'>> => {
  const { items, next } = filter
    ? await listMatchingContacts(workspaceId, filter, page)
    : await listMembers(workspaceId, id, page);
  return { ...toRecipients(items), next };
};

const toRecipients = (contacts: StoredContact[]): Recipients => {
  // A number that changed hands while the contacts were read may stand there twice.
  const phones = [...new Set(collectPhones(contacts))];
  return { entries: phones.map((phone) => ({ phone })), rejected: contacts.length - phones.length };
};

const collectPhones = (contacts: StoredContact[]): string[] =>
  contacts.flatMap(({ phone }) => (phone === null ? [] : [phone]));

/** At 80 messages a second a chunk takes less than half a second, which is soon enough for an operator who cancels. */
const entriesPerChunk = 30;

/** An item of the table holds 400 KB. */
const chunkBytesMax = 300_000;

/** The entries in chunks, numbered from here on. */
export const splitIntoChunks = (entries: readonly AudienceEntry[], first: number): Chunk[] => {
  const chunks: Chunk[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    const lastChunk = chunks.at(-1);
    if (lastChunk && lastChunk.entries.length < entriesPerChunk && bytes + size <= chunkBytesMax) {
      lastChunk.entries.push(entry);
      bytes += size;
    } else {
      chunks.push({ index: first + chunks.length, entries: [entry] });
      bytes = size;
    }
  }
  return chunks;
};
