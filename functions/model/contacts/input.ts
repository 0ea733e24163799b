import * as z from 'zod/mini';
import { channels } from '../channels/channel.ts';
import { optionalField, textOrNull } from '../optional-field.ts';
import { attributeChanges } from './attributes.ts';
import { tagName, tagsMax } from './tag.ts';

/** The caller's own id of a contact. */
export const externalId = z
  .string({ error: ({ code }) => (code === 'invalid_type' ? 'must be a string or null' : undefined) })
  .check(z.trim(), z.minLength(1), z.maxLength(255));

const tagNames = z.array(tagName).check(z.maxLength(tagsMax, `must have at most ${tagsMax} tags`));

/** Null clears a text; an empty string is stored. The email address is not validated: nothing is sent to it. */
const editableFields = {
  name: z.optional(textOrNull(255)),
  email: z.optional(textOrNull(320)),
  company: z.optional(textOrNull(255)),
  tags: optionalField(tagNames),
  external_id: z.optional(z.nullable(externalId)),
  attributes: optionalField(attributeChanges),
};

const keyedFields = { phone: optionalField(z.string()), ...editableFields };

interface Keys {
  phone?: string | undefined;
  external_id?: string | null | undefined;
}

/** Without a phone number, the contact is one that has the external id already. */
const requireKey = ({ value, issues }: z.core.ParsePayload<Keys>): void => {
  if (value.phone !== undefined || value.external_id) return;
  issues.push({ code: 'custom', input: value, path: ['phone'], message: 'must be a string' });
};

export const contactInput = z.object(keyedFields).check(requireKey);

/** A line of a member's file. Whoever is opted out stays so, whatever it says. */
export const importedContact = z.object({ ...keyedFields, opted_out: optionalField(z.boolean()) }).check(requireKey);

export const contactChanges = z.object({ ...editableFields, opted_out: optionalField(z.boolean()) });

export const contactTags = z.object({ tags: tagNames.check(z.minLength(1)) });

/** Longer than any field that it can match. Normalizing longer text takes too long. */
export const searchText = z.string().check(z.maxLength(400, { abort: true }));

/** An unescaped plus arrives as a space. */
const phoneInUrl = z.string().check(z.overwrite((text) => text.replace(/^ (?=\d)/, '+')));

export const contactQuery = z.object({
  search: z.optional(searchText),
  tag: z.optional(z.string()),
  phone: z.optional(phoneInUrl),
  external_id: z.optional(externalId),
});

export const shownContactQuery = z.extend(contactQuery, {
  channel: z.optional(z.enum(channels)),
  consent: z.optional(z.enum(['opted_in', 'opted_out'])),
});
