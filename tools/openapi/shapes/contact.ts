import * as z from 'zod/mini';
import { contactImportInput, contactsPerImportMax } from '../../../functions/model/contact-import.ts';
import { contactInput } from '../../../functions/model/contact-input.ts';

/** With the shape of the entries, which the service checks one by one. */
export const newContacts = z.object({
  ...contactImportInput.shape,
  contacts: z.array(contactInput).check(z.minLength(1), z.maxLength(contactsPerImportMax)),
});
