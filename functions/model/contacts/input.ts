import * as z from 'zod/mini';
import { optionalField, textOrNull } from '../optional-field.ts';
import { tagName, tagsMax } from './tag.ts';

/** Null clears a text; an empty string is stored. The email address is not validated: nothing is sent to it. */
const editableFields = {
  name: z.optional(textOrNull(255)),
  email: z.optional(textOrNull(320)),
  company: z.optional(textOrNull(255)),
  tags: optionalField(z.array(tagName).check(z.maxLength(tagsMax, `must have at most ${tagsMax} tags`))),
};

export const contactInput = z.object({ phone: z.string(), ...editableFields });

export const contactChanges = z.object({ ...editableFields, opted_out: optionalField(z.boolean()) });
