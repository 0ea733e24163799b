import type { FailureReason } from '../../model/broadcast-recipient.ts';
import type { RecipientLookup } from '../../table/messages/send-reads.ts';

/** The conversation's copy of the contact changes together with the contact, so the contact need not be read. */
export const isOptedOut = (lookup: RecipientLookup | undefined): boolean => {
  const contact = lookup?.conversation?.contact ?? lookup?.contact;
  return contact !== undefined && contact.opted_out_at !== null;
};

export const optedOutReason: FailureReason = {
  code: 'opted_out',
  message: 'The contact has opted out of broadcasts. They get broadcasts again once they opt in.',
};
