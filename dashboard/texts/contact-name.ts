import type { EmbeddedContact } from '../../functions/model/contacts/contact.ts';
import { formatPhone } from './phone.ts';

type Named = Pick<EmbeddedContact, 'id' | 'name' | 'phone' | 'social_username'>;

/** Never empty: a nameless customer is known by number or handle, and a web visitor by the end of the id. */
export const contactName = ({ id, name, phone, social_username: handle }: Named): string =>
  name?.trim() || (phone && formatPhone(phone)) || (handle ? `@${handle}` : `Visitor ${id.slice(-4)}`);
