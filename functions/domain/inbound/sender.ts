import { isDeepStrictEqual } from 'node:util';
import type { Channel } from '../../model/contact.ts';
import type { InboundNumberChange, InboundSender } from '../../model/inbound.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import { putChannelUser } from '../../table/channels/users.ts';
import { updateContactFromChannel } from '../../table/contacts/contact-writes.ts';
import type { StoredContact } from '../../table/contacts/contacts.ts';
import { findSender, findSenderPlace, type SenderNames } from '../../table/inbound/reads.ts';
import { findSocialAccount } from '../channels/accounts.ts';
import { phoneForms } from '../channels/msgapp/phone-forms.ts';
import { findProfile } from '../channels/social/find-profile.ts';
import { newContact } from '../contacts/contacts.ts';

/** By what the table may know this person. */
export const namesOf = ({ phone, channelUserId }: Pick<InboundSender, 'phone' | 'channelUserId'>): SenderNames => ({
  phones: phone === null ? [] : phoneForms(phone),
  userId: channelUserId,
});

/** A contact of whom the channel tells what it knows. It is not stored yet. */
export const contactFrom = async (
  workspaceId: string,
  channel: Channel,
  sender: InboundSender,
): Promise<StoredContact> => {
  const { name, ...facts } = await factsOf(workspaceId, channel, sender);
  return { ...newContact(newId(), { name }), ...facts };
};

/**
 * The contact with what was not known of it and is now; what is known stays, for the workspace may have written it.
 * Nothing comes back when somebody else has just changed the contact.
 */
export const withNews = async (
  workspaceId: string,
  channel: Channel,
  contact: StoredContact,
  sender: InboundSender,
): Promise<StoredContact | undefined> => {
  if (channel === 'social' && contact.social_username !== null) return contact;
  const facts = await factsOf(workspaceId, channel, sender);
  const after: StoredContact = {
    ...contact,
    phone: contact.phone ?? facts.phone,
    name: contact.name ?? facts.name,
    social_username: contact.social_username ?? facts.social_username,
    avatar_url: contact.avatar_url ?? facts.avatar_url,
  };
  return isDeepStrictEqual(after, contact) ? contact : changeContact(workspaceId, contact, after);
};

/** Stores what the channel tells of a contact; nothing comes back when the contact, or the number, went elsewhere. */
const changeContact = async (
  workspaceId: string,
  before: StoredContact,
  after: StoredContact,
): Promise<StoredContact | undefined> => {
  const moved = { ...after, updated_at: isoTime(clock.now()), version: before.version + 1 };
  const forms = before.phone === null || before.phone === after.phone ? [] : phoneForms(before.phone);
  const givenUp = forms.filter((phone) => phone !== after.phone);
  return (await updateContactFromChannel(workspaceId, before, moved, givenUp)) ? moved : undefined;
};

const factsOf = async (
  workspaceId: string,
  channel: Channel,
  { phone, channelUserId, name }: InboundSender,
): Promise<Pick<StoredContact, 'phone' | 'name' | 'social_username' | 'avatar_url'>> => {
  const profile =
    channel === 'social' && channelUserId !== null ? await profileOf(workspaceId, channelUserId) : undefined;
  const [best = null] = phone === null ? [] : phoneForms(phone);
  return {
    phone: best,
    name: (name ?? profile?.name ?? null)?.slice(0, nameLengthMax).toWellFormed() ?? null,
    social_username: profile?.username ?? null,
    avatar_url: profile?.pictureUrl ?? null,
  };
};

/** As for names that callers write. */
const nameLengthMax = 255;

/** A name is worth this wait and no more, for the message waits with it. */
const profileTimeoutMs = 1_500;

const profileOf = async (workspaceId: string, userId: string) => {
  const account = await findSocialAccount(workspaceId);
  return account && findProfile(account, userId, profileTimeoutMs);
};

/**
 * Lets a customer who goes on under another number or id stay the same contact, unless a contact has the new one
 * already. Of someone who never wrote there is nothing to change.
 */
export const takeNumberChange = (workspaceId: string, { channel, from, to }: InboundNumberChange): Promise<boolean> =>
  untilWon(async () => {
    const [before, after] = await Promise.all([
      findSenderPlace(workspaceId, channel, namesOf(from)),
      findSenderPlace(workspaceId, channel, namesOf(to)),
    ]);
    const holder = before.byPhone ?? before.byUserId;
    const contact = holder && (await findSender(workspaceId, channel, holder))?.contact;
    if (!contact) return true;
    const [phone = contact.phone] = after.byPhone ? [] : namesOf(to).phones;
    if (phone !== contact.phone && !(await changeContact(workspaceId, contact, { ...contact, phone })))
      return undefined;
    if (to.channelUserId === null || after.byUserId) return true;
    const user = { channel, userId: to.channelUserId, contactId: contact.id };
    await putChannelUser(workspaceId, { ...user, conversationId: contact.conversation_ids?.[channel] });
    return true;
  });
