import { withWrittenChoice } from '../../model/contacts/consent.ts';
import {
  type ConsentChoice,
  type ConsentKeywords,
  mayBeKeyword,
  readChoice,
} from '../../model/contacts/consent-keywords.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { ChangeEntry } from '../../model/conversations/timeline.ts';
import type { InboundMessage } from '../../model/inbound/inbound.ts';
import type { InboundLookup } from '../../model/inbound/target.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { updateContactFromChannel } from '../../table/contacts/contact-writes.ts';
import { customer, newChange } from '../conversations/entries.ts';

/** A choice that was made before is listed again: the customer has written it again. */
export const listChoice = (item: InboundMessage, { keywords }: InboundLookup): ChangeEntry[] => {
  const written = findWrittenChoice(item, keywords);
  return written ? [newChange(customer, written.choice === 'opt_out' ? 'opted_out' : 'opted_in')] : [];
};

/** The text is what the customer typed or the button that they tapped. A caption is about its picture. */
const findWrittenText = ({ contentType, text }: InboundMessage): string | null =>
  contentType === 'text' || contentType === 'interactive' ? text : null;

export const isKeywordCandidate = (item: InboundMessage): boolean => {
  const text = findWrittenText(item);
  return text !== null && mayBeKeyword(text);
};

interface WrittenChoice {
  choice: ConsentChoice;
  at: string;
}

export const findWrittenChoice = (
  item: InboundMessage,
  keywords: ConsentKeywords | undefined,
): WrittenChoice | undefined => {
  const choice = keywords && readChoice(findWrittenText(item) ?? '', keywords);
  const now = isoTime(clock.now());
  // A channel clock that is ahead must not outrank what the customer writes later.
  return choice && { choice, at: item.sentAt < now ? item.sentAt : now };
};

export const withChoice = (contact: StoredContact, written: WrittenChoice | undefined): StoredContact =>
  written ? withWrittenChoice(contact, written.choice, written.at) : contact;

/**
 * Written before the message is stored: after a crash in between, the job's next attempt finds the choice made and
 * stores the message. Undefined on a write conflict.
 */
export const applyChoice = async (
  workspaceId: string,
  before: StoredContact,
  written: WrittenChoice | undefined,
): Promise<StoredContact | undefined> => {
  const after = withChoice(before, written);
  if (after === before) return before;
  const isVisible = after.opted_out_at !== before.opted_out_at;
  const updated = {
    ...after,
    updated_at: isVisible ? isoTime(clock.now()) : before.updated_at,
    version: before.version + 1,
  };
  return (await updateContactFromChannel(workspaceId, before, updated, [])) ? updated : undefined;
};
