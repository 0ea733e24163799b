import type { ConsentChoice } from './consent-keywords.ts';
import { type ConsentSource, withConsentEntry } from './consent-log.ts';
import type { Contact } from './contact.ts';
import { laterTime, type StoredContact } from './stored-contact.ts';

/** The contact gets no broadcasts. */
export const isOptedOut = ({ opted_out_at }: Pick<Contact, 'opted_out_at'>): boolean => opted_out_at !== null;

/**
 * The newest choice counts, in whatever order the messages arrive. Of two choices at the same time, which channels
 * round to seconds, opting out counts.
 */
export const withWrittenChoice = (contact: StoredContact, choice: ConsentChoice, at: string): StoredContact => {
  const { consent_at = '' } = contact;
  const isNewer = at > consent_at || (at === consent_at && choice === 'opt_out' && !isOptedOut(contact));
  return isNewer ? withChoice(contact, choice, at, { kind: 'customer' }) : contact;
};

/** A choice that somebody records for the customer counts now, even if the channel's clock is ahead. */
export const withRecordedChoice = (
  contact: StoredContact,
  optsOut: boolean,
  now: string,
  by: ConsentSource = { kind: 'api' },
): StoredContact =>
  optsOut === isOptedOut(contact)
    ? contact
    : withChoice(contact, optsOut ? 'opt_out' : 'opt_in', laterTime(now, contact.consent_at), by);

const withChoice = (contact: StoredContact, choice: ConsentChoice, at: string, by: ConsentSource): StoredContact => {
  const opted_out = choice === 'opt_out';
  return {
    ...contact,
    opted_out_at: opted_out ? at : null,
    consent_at: at,
    // A repeated choice moves the time, but is no change.
    ...(opted_out === isOptedOut(contact)
      ? {}
      : { consent_log: withConsentEntry(contact.consent_log, { at, opted_out, by }) }),
  };
};
