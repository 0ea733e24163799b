import { recipientsMax } from '../../../functions/model/broadcasts/broadcast.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import { ApiProblem } from '../../api/problem.ts';
import { contactName } from '../../texts/contact-name.ts';
import { contactTexts } from '../../texts/en/contacts.ts';

type Pages = AsyncIterable<readonly Contact[]>;
type OnCount = (count: number) => void;

export const readPeople = async (pages: Pages, onCount: OnCount): Promise<{ id: string; name: string }[]> => {
  const contacts: Contact[] = [];
  for await (const page of pages) {
    onCount(contacts.push(...page));
    if (contacts.length > recipientsMax)
      throw new ApiProblem('too_many', contactTexts.bulk.tooMany(recipientsMax), 400);
  }
  return contacts.map((contact) => ({ id: contact.id, name: contactName(contact) }));
};
