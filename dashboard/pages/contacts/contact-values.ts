import type * as z from 'zod/mini';
import type { AttributeValue } from '../../../functions/model/contacts/attributes.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { shownContactQuery } from '../../../functions/model/contacts/input.ts';
import { byteOrderMark, toCsv } from '../../../functions/model/csv.ts';
import { contactTexts } from '../../texts/en/contacts.ts';
import { toPeopleQuery } from '../../texts/phone.ts';

export interface ContactFilter {
  search: string | undefined;
  tag: string | undefined;
  channel: 'msgapp' | 'social' | 'web' | undefined;
  consent: 'opted_in' | 'opted_out' | undefined;
}

export const toContactQuery = ({
  search = '',
  tag,
  channel,
  consent,
}: ContactFilter): z.input<typeof shownContactQuery> => ({
  ...toPeopleQuery(search),
  ...(tag ? { tag } : {}),
  ...(channel ? { channel } : {}),
  ...(consent ? { consent } : {}),
});

export type AttributeKind = 'text' | 'number' | 'boolean';

export const kindOf = (value: AttributeValue): AttributeKind =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';

const { yes, no } = contactTexts.attribute;

export const attributeText = (value: AttributeValue): string =>
  typeof value === 'boolean' ? (value ? yes : no) : String(value);

/** Undefined if the text is no value of this kind. */
export const parseAttribute = (kind: AttributeKind, text: string): AttributeValue | undefined => {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (kind === 'text') return typed;
  if (kind === 'number') return Number.isFinite(Number(typed)) ? Number(typed) : undefined;
  const isYes = [yes, 'true'].includes(typed.toLowerCase());
  return isYes || [no, 'false'].includes(typed.toLowerCase()) ? isYes : undefined;
};

/** Attributes follow the fields, one column each. */
export const toContactsCsv = (contacts: readonly Contact[]): string => {
  const names = [...new Set(contacts.flatMap(({ attributes }) => Object.keys(attributes)))].sort();
  const rows = contacts.map((contact) => [
    contact.id,
    contact.name,
    contact.phone,
    contact.social_username,
    contact.email,
    contact.company,
    contact.tags.map(({ name }) => name).join(', '),
    contact.channels.join(', '),
    contact.opted_out_at,
    contact.created_at,
    contact.external_id,
    ...names.map((name) => String(contact.attributes[name] ?? '')),
  ]);
  return byteOrderMark + toCsv([[...contactTexts.bulk.header, ...names], ...rows]);
};
