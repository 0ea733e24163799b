import type { EmbeddedContact } from '../../functions/model/contacts/contact.ts';
import { formatPhone } from './phone.ts';

type Named = Pick<EmbeddedContact, 'id' | 'name' | 'phone' | 'social_username'>;

/** Removes what turns the text around it, moves it or is not seen: customers choose their names and those of files. */
export const plainName = (name: string | null): string => {
  const shown = name?.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, ' ').trim() ?? '';
  return /^[\p{Default_Ignorable_Code_Point}\p{Z}\p{M}]*$/u.test(shown) ? '' : shown;
};

/** Never empty: a nameless customer is known by number or handle, and a web visitor by the end of the id. */
export const contactName = ({ id, name, phone, social_username: handle }: Named): string =>
  plainName(name) || (phone && formatPhone(phone)) || (handle ? `@${handle}` : `Visitor ${id.slice(-4)}`);

/** For a customer who may not be known yet. */
export const customerName = (customer: Named | undefined): string =>
  customer ? contactName(customer) : 'Unnamed customer';
