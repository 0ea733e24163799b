import { ApiError, errorMessages } from '../../model/api-error.ts';
import { isOptedOut, withRecordedChoice } from '../../model/contacts/consent.ts';
import type { ConsentSource } from '../../model/contacts/consent-log.ts';
import type { ImportResult, OnExisting, TagMode } from '../../model/contacts/import.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { Tag } from '../../model/contacts/tag.ts';
import { clock } from '../../platform/clock.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putContact } from '../../table/contacts/contact-writes.ts';
import { findContact } from '../../table/contacts/contacts.ts';
import { changeContact, type ImportedContact, newContact } from './contacts.ts';
import { findContactIdByKeys } from './external-ids.ts';
import { combineTags } from './tags.ts';

export interface ImportRun {
  workspaceId: string;
  onExisting: OnExisting;
  tagMode: TagMode;
  /** The time after which no write starts. */
  startsByMs: number;
  /** The keys are the positions of the entries. */
  results: Map<number, ImportResult>;
  by: ConsentSource | undefined;
  /** The positions of entries that would opt a contact in again, which an import does not. */
  stillOptedOut: Set<number>;
  /** Failures of our own, not of the caller. */
  failures: unknown[];
}

export interface ImportEntry {
  index: number;
  phone: string | undefined;
  externalId: string | undefined;
  input: ImportedContact;
  newId: string;
}

export interface TaggedEntry extends ImportEntry {
  /** It is undefined if the entry has no list of tags. */
  tags: Tag[] | undefined;
}

/** By default it says that the time was not enough to store the entry. */
export const toRejection = (error = new ApiError('internal', errorMessages.notStored)): ImportResult => ({
  status: 'rejected',
  contact_id: null,
  error: { code: error.code, message: error.message },
});

export const toCreated = ({ newId }: ImportEntry): ImportResult => ({
  status: 'created',
  contact_id: newId,
  error: null,
});

/** Leaves a result for each of the entries, whatever happens. */
export const settleEntries = async (
  run: ImportRun,
  entries: readonly ImportEntry[],
  store: () => Promise<ImportResult[]>,
): Promise<void> => {
  const settle = (toResult: (index: number) => ImportResult | undefined): void => {
    for (const [index, entry] of entries.entries()) run.results.set(entry.index, toResult(index) ?? toRejection());
  };
  if (clock.now() >= run.startsByMs) return settle(() => undefined);
  try {
    const results = await store();
    settle((index) => results[index]);
  } catch (error) {
    if (!(error instanceof ApiError)) run.failures.push(error);
    settle(() => toRejection(error instanceof ApiError ? error : undefined));
  }
};

export const buildContact = ({ by }: ImportRun, { newId, phone, input, tags = [] }: TaggedEntry): StoredContact => {
  const contact = newContact(newId, input);
  const { opted_out = false } = input;
  return withRecordedChoice(
    { ...contact, phone: phone ?? null, tags, channels: ['msgapp'] },
    opted_out,
    contact.created_at,
    by,
  );
};

/** Creates the contact, or changes the one that has the number or external id by now. */
export const storeEntry = (run: ImportRun, entry: TaggedEntry): Promise<ImportResult> =>
  retryOnConflict(async () => {
    const contactId = await findContactIdByKeys(run.workspaceId, entry);
    if (contactId === 'conflict') return contactId;
    if (contactId !== undefined) return changeExisting(run, entry, contactId);
    return (await putContact(run.workspaceId, buildContact(run, entry), [])) ? toCreated(entry) : 'conflict';
  });

/**
 * `known` may be outdated: it is used for the first attempt alone. A conflict means that the contact was erased since
 * its number was looked up, so the number is free again.
 */
export const changeExisting = async (
  run: ImportRun,
  entry: TaggedEntry,
  contactId: string,
  known?: StoredContact,
): Promise<ImportResult | 'conflict'> => {
  if (contactId === entry.newId) return toCreated(entry);
  const changes = toChanges(run, entry);
  if (changes === undefined) return { status: 'unchanged', contact_id: contactId, error: null };
  let current = known;
  const result = await retryOnConflict(async (): Promise<ImportResult | 'gone' | 'conflict'> => {
    const before = current ?? (await findContact(run.workspaceId, contactId));
    current = undefined;
    if (!before) return 'gone';
    const tags = combineTags(before.tags, entry.tags, run.tagMode === 'add' ? { addedTags: [] } : {});
    const after = await changeContact(run.workspaceId, before, { ...changes, ...noteChoice(run, entry, before), tags });
    if (after === 'conflict') return after;
    return { status: after === before ? 'unchanged' : 'updated', contact_id: contactId, error: null };
  });
  return result === 'gone' ? 'conflict' : result;
};

/** An import opts people out and never in again: they may have asked for it. */
export const noteChoice = (run: ImportRun, { index, input }: ImportEntry, before: StoredContact) => {
  if (input.opted_out === false && isOptedOut(before)) run.stillOptedOut.add(index);
  return { opted_out: input.opted_out || undefined, by: run.by };
};

/** Returns undefined if the entry asks for no change. */
export const toChanges = ({ onExisting }: ImportRun, { input, tags, externalId }: TaggedEntry) => {
  const { name, email, company, attributes } = input;
  const fields = onExisting === 'update' ? { name, email, company, attributes } : {};
  const changes = { ...fields, tags, externalId, opted_out: input.opted_out };
  return Object.values(changes).every((value) => value === undefined) ? undefined : changes;
};
