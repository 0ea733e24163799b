import type { Channel } from '../../../functions/model/channels/channel.ts';
import { formatPhone } from '../../texts/phone.ts';

/** The customer whose phone the page shows. */
export interface Customer {
  id: string;
  name: string | null;
}

export const nameOf = ({ id, name }: Customer): string => name ?? shownId(id);

/** A number in groups; other ids as the channel has them. */
export const shownId = (id: string): string => (/^\+\d{7,15}$/.test(id) ? formatPhone(id) : id);

const idCharactersMax = 100;

/** An E.164 phone number on msgapp, any text elsewhere. Undefined if the channel would not accept it. */
export const toCustomerId = (channel: Channel, given: string): string | undefined => {
  const id = given.trim();
  if (channel !== 'msgapp') return id !== '' && id.length <= idCharactersMax ? id : undefined;
  const digits = id.replaceAll(/[\s()+./-]/g, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : undefined;
};

/** A number in the United States with the ending of a magic number. */
export const toMagicNumber = (ending: string): string => `+1415${ending}`;
