import { namedIdsMax } from '../../../functions/model/contacts/names.ts';
import { useLive } from '../../api/queries.ts';
import { contactName } from '../../texts/contact-name.ts';
import { usePhoneFormat } from '../../texts/phone.ts';

/** Rows beyond what one call resolves keep showing ids. */
const firstOf = (ids: Iterable<string>): string[] => [...new Set(ids)].slice(0, namedIdsMax);

export interface Names {
  nameOf: (id: string) => string | undefined;
  /** The service knows it no longer. */
  isGone: (id: string) => boolean;
}

/** Names the customers behind ids of contacts and conversations, in one read for all rows of a list. */
export const useNames = ({ contacts = [], conversations = [] }: Record<string, Iterable<string>>): Names => {
  const [contact_ids, conversation_ids] = [firstOf(contacts), firstOf(conversations)];
  const asked = [...contact_ids, ...conversation_ids];
  // Names may be numbers, too.
  usePhoneFormat();
  const { data, isPlaceholderData } = useLive(
    'listNames',
    {},
    {
      input: { contact_ids, conversation_ids },
      ...{ everyMs: false, keepsPrevious: true, isEnabled: asked.length > 0, isAside: true },
    },
  );
  const names = new Map(data?.data.map(({ id, contact }) => [id, contactName(contact)]));
  const known = new Set(data && !isPlaceholderData ? asked : []);
  return { nameOf: (id) => names.get(id), isGone: (id) => known.has(id) && !names.has(id) };
};
