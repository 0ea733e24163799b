import type { FailureReason } from '../../model/broadcasts/recipient.ts';
import { isOptedOut } from '../../model/contacts/consent.ts';
import type { RecipientLookup } from '../../table/messages/send-reads.ts';

/** The conversation's copy of the contact changes together with the contact, so the contact need not be read. */
export const isRecipientOptedOut = (lookup: RecipientLookup | undefined): boolean => {
  const contact = lookup?.conversation?.contact ?? lookup?.contact;
  return contact !== undefined && isOptedOut(contact);
};

export const optedOutReason: FailureReason = {
  code: 'opted_out',
  message: 'The contact has opted out of broadcasts. They get broadcasts again once they opt in.',
};
