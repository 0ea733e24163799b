import { recipientsMax } from '../../../functions/model/broadcasts/broadcast.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { ApiProblem, toProblem } from '../../api/problem.ts';
import { contactName } from '../../texts/contact-name.ts';
import { contactTexts } from '../../texts/en/contacts.ts';

type Pages = AsyncIterable<readonly Contact[]>;
type OnCount = (count: number) => void;

const tasksAtOnce = 4;
/** The contact is gone, or cannot have the tag. */
const refusals = [400, 404, 409];

/**
 * A contact that refuses the change, such as one with 30 tags, does not stop the others. Changes under way are not
 * aborted, so the count is exact when it is stopped.
 */
export const changeEach = async (
  pages: Pages,
  change: (contact: Contact) => Promise<unknown>,
  { signal, onCount }: { signal: AbortSignal; onCount: OnCount },
): Promise<{ changed: number; refused: number }> => {
  let changed = 0;
  let refused = 0;
  const tryChange = async (contact: Contact) => {
    try {
      await change(contact);
      onCount(++changed);
    } catch (cause) {
      if (!refusals.includes(toProblem(cause).status)) throw cause;
      refused++;
    }
  };
  for await (const page of pages)
    for (let index = 0; index < page.length; index += tasksAtOnce) {
      signal.throwIfAborted();
      await Promise.all(page.slice(index, index + tasksAtOnce).map(tryChange));
    }
  return { changed, refused };
};

export const readPeople = async (pages: Pages, onCount: OnCount): Promise<{ id: string; name: string }[]> => {
  const contacts: Contact[] = [];
  for await (const page of pages) {
    onCount(contacts.push(...page));
    if (contacts.length > recipientsMax)
      throw new ApiProblem('too_many', contactTexts.bulk.tooMany(recipientsMax), 400);
  }
  return contacts.map((contact) => ({ id: contact.id, name: contactName(contact) }));
};
