import type { ImportResult } from '../../model/contacts/import.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { toTagKey } from '../../model/contacts/tag.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { deriveId } from '../../platform/ids.ts';
import { findContactIdsByExternalId, findContactIdsByPhone, findContacts } from '../../table/contacts/contacts.ts';
import { applyChanges } from './contacts.ts';
import { keyConflict, requireSameExternalId } from './external-ids.ts';
import {
  buildContact,
  type ImportEntry,
  type ImportRun,
  noteChoice,
  settleEntries,
  type TaggedEntry,
  toChanges,
} from './import-entry.ts';
import { distinctTexts, withTags } from './import-steps.ts';
import { combineTags, resolveTags } from './tags.ts';

/** The contacts as they would be after the entries before. */
interface Stored {
  idsByPhone: Map<string, string>;
  idsByExternalId: Map<string, string>;
  contacts: Map<string, StoredContact>;
}

/**
 * Leaves the result that each entry would have, and stores nothing. A new contact has an id that follows from its
 * number, so calls for the parts of a file agree on who is the same person.
 */
export const checkEntries = async (run: ImportRun, entries: readonly ImportEntry[]): Promise<void> => {
  const names = entries.flatMap(({ input }) => input.tags ?? []);
  const [stored, { tags }] = await Promise.all([
    readStored(run.workspaceId, entries),
    resolveTags(run.workspaceId, names),
  ]);
  const tagsByKey = new Map(tags.map((tag) => [toTagKey(tag.name), tag]));
  for (const entry of entries)
    await settleEntries(run, [entry], async () => [checkEntry(run, withTags(entry, tagsByKey), stored)]);
};

const readStored = async (workspaceId: string, entries: readonly ImportEntry[]): Promise<Stored> => {
  const [idsByPhone, idsByExternalId] = await Promise.all([
    findContactIdsByPhone(workspaceId, distinctTexts(entries.map(({ phone }) => phone))),
    findContactIdsByExternalId(workspaceId, distinctTexts(entries.map(({ externalId }) => externalId))),
  ]);
  const contacts = await findContacts(workspaceId, [...idsByPhone.values(), ...idsByExternalId.values()]);
  return { idsByPhone, idsByExternalId, contacts: new Map(contacts.map((contact) => [contact.id, contact])) };
};

const checkEntry = (run: ImportRun, entry: TaggedEntry, stored: Stored): ImportResult => {
  const id = findOwner(entry, stored);
  const before = stored.contacts.get(id);
  const after = before ? changed(run, before, entry) : { ...buildContact(run, entry), id };
  stored.contacts.set(id, after);
  if (entry.phone !== undefined) stored.idsByPhone.set(entry.phone, id);
  if (after.external_id !== undefined) stored.idsByExternalId.set(after.external_id, id);
  return { status: before ? 'updated' : 'created', contact_id: id, error: null };
};

const findOwner = ({ phone, externalId = '' }: ImportEntry, { idsByPhone, idsByExternalId }: Stored): string => {
  const byExternalId = idsByExternalId.get(externalId);
  if (phone === undefined) {
    if (byExternalId === undefined) throw keyConflict('unknown_id');
    return byExternalId;
  }
  const byPhone = idsByPhone.get(phone);
  if (byExternalId !== undefined && byExternalId !== byPhone) throw keyConflict('other_person');
  return byPhone ?? deriveId(0, `new contact ${phone}`);
};

const changed = (run: ImportRun, before: StoredContact, entry: TaggedEntry): StoredContact => {
  requireSameExternalId(before, entry.externalId);
  const tags = combineTags(before.tags, entry.tags, run.tagMode === 'add' ? { addedTags: [] } : {});
  return applyChanges(
    before,
    { ...toChanges(run, entry), ...noteChoice(run, entry, before), tags },
    isoTime(clock.now()),
  );
};
