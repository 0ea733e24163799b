import type { ConsentChoice } from './consent-keywords.ts';
import { laterTime, type StoredContact } from './stored-contact.ts';

/**
 * The newest choice counts, in whatever order the messages arrive. Of two choices at the same time, which channels round
 * to seconds, opting out counts.
 */
export const withWrittenChoice = (contact: StoredContact, choice: ConsentChoice, at: string): StoredContact => {
  const { opted_out_at, consent_at = '' } = contact;
  const isNewer = at > consent_at || (at === consent_at && choice === 'opt_out' && opted_out_at === null);
  return isNewer ? withChoice(contact, choice, at) : contact;
};

/** For a choice that somebody records for the customer. It counts now, even if the channel's clock is ahead. */
export const withRecordedChoice = (contact: StoredContact, isOptedOut: boolean, now: string): StoredContact =>
  isOptedOut === (contact.opted_out_at !== null)
    ? contact
    : withChoice(contact, isOptedOut ? 'opt_out' : 'opt_in', laterTime(now, contact.consent_at));

const withChoice = (contact: StoredContact, choice: ConsentChoice, at: string): StoredContact => ({
  ...contact,
  opted_out_at: choice === 'opt_out' ? at : null,
  consent_at: at,
});
