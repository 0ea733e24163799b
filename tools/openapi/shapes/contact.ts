import * as z from 'zod/mini';
import { contactImportInput, contactsPerImportMax } from '../../../functions/model/contacts/import.ts';
import { contactInput } from '../../../functions/model/contacts/input.ts';

/** With the shape of the entries, which the service checks one by one. */
export const newContacts = z.object({
  ...contactImportInput.shape,
  contacts: z.array(contactInput).check(z.minLength(1), z.maxLength(contactsPerImportMax)),
});
