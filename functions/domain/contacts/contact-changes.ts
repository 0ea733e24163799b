import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../model/api-error.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import { updateContact } from '../../table/contacts/contact-writes.ts';
import { findContact, type StoredContact } from '../../table/contacts/contacts.ts';
import { tagsOf } from './tags.ts';

/** What may change about a contact; what is absent stays. */
export interface ContactChanges {
  name?: string | null | undefined;
  email?: string | null | undefined;
  company?: string | null | undefined;
  /** The names of all its tags from now on. */
  tags?: string[] | undefined;
}

/** Changes a contact, its tags' lists and the copies in its conversations, all or none. No change writes nothing. */
export const changeContact = (
  workspaceId: string,
  contactId: string,
  changes: ContactChanges,
): Promise<StoredContact> =>
  untilWon(async () => {
    const [before, wanted] = await Promise.all([
      findContact(workspaceId, contactId),
      changes.tags && tagsOf(workspaceId, changes.tags),
    ]);
    if (!before) throw notFound('contact');
    const after = changed(before, { ...changes, tags: wanted?.tags });
    if (isDeepStrictEqual(before, after)) return before;
    const moved = { ...after, updated_at: isoTime(clock.now()), version: before.version + 1 };
    return (await updateContact(workspaceId, before, moved, wanted?.missing ?? [])) ? moved : undefined;
  });

const changed = (
  before: StoredContact,
  { name = before.name, email = before.email, company = before.company, tags = before.tags }: Partial<StoredContact>,
): StoredContact => ({ ...before, name, email, company, tags });
