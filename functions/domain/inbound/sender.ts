import { isDeepStrictEqual } from 'node:util';
import type { Channel } from '../../model/channels/channel.ts';
import { truncate } from '../../model/characters.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import type { InboundNumberChange, InboundSender } from '../../model/inbound/inbound.ts';
import type { SenderIds } from '../../model/inbound/target.ts';
import { clock, isoTime } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { putChannelUser } from '../../table/channels/users.ts';
import { updateContactFromChannel } from '../../table/contacts/contact-writes.ts';
import { findSender, lookUpSender } from '../../table/inbound/reads.ts';
import { findSocialConnection } from '../channels/accounts.ts';
import { phoneForms } from '../channels/msgapp/phone-forms.ts';
import { findProfile, type SocialProfile } from '../channels/social/find-profile.ts';
import { newContact } from '../contacts/contacts.ts';

export const toSenderIds = ({ phone, channelUserId }: Pick<InboundSender, 'phone' | 'channelUserId'>): SenderIds => ({
  phones: phone === null ? [] : phoneForms(phone),
  userId: channelUserId,
});

export const newContactFromSender = async (
  workspaceId: string,
  channel: Channel,
  sender: InboundSender,
): Promise<StoredContact> => {
  const { name, ...fields } = await readSenderFields(workspaceId, channel, sender);
  return { ...newContact(newId(), { name }), ...fields };
};

/** Never overwrites a field: the workspace may have set it. Undefined on a write conflict. */
export const fillMissingFields = async (
  workspaceId: string,
  channel: Channel,
  contact: StoredContact,
  sender: InboundSender,
): Promise<StoredContact | undefined> => {
  if (channel === 'social' && contact.social_username !== null) return contact;
  const fields = await readSenderFields(workspaceId, channel, sender);
  const merged: StoredContact = {
    ...contact,
    phone: contact.phone ?? fields.phone,
    name: contact.name ?? fields.name,
    social_username: contact.social_username ?? fields.social_username,
    avatar_url: contact.avatar_url ?? fields.avatar_url,
  };
  return isDeepStrictEqual(merged, contact) ? contact : applySenderFields(workspaceId, contact, merged);
};

const applySenderFields = async (
  workspaceId: string,
  before: StoredContact,
  after: StoredContact,
): Promise<StoredContact | undefined> => {
  const updated = { ...after, updated_at: isoTime(clock.now()), version: before.version + 1 };
  const oldForms = before.phone === null || before.phone === after.phone ? [] : phoneForms(before.phone);
  const releasedPhones = oldForms.filter((phone) => phone !== after.phone);
  return (await updateContactFromChannel(workspaceId, before, updated, releasedPhones)) ? updated : undefined;
};

const readSenderFields = async (
  workspaceId: string,
  channel: Channel,
  { phone, channelUserId, name }: InboundSender,
): Promise<Pick<StoredContact, 'phone' | 'name' | 'social_username' | 'avatar_url'>> => {
  const profile =
    channel === 'social' && channelUserId !== null ? await findSenderProfile(workspaceId, channelUserId) : undefined;
  const [e164Phone = null] = phone === null ? [] : phoneForms(phone);
  return {
    phone: e164Phone,
    name: shorten(name ?? profile?.name),
    social_username: shorten(profile?.username),
    avatar_url: profile?.pictureUrl ?? null,
  };
};

const nameCharactersMax = 255;

const shorten = (name: string | null | undefined): string | null =>
  typeof name === 'string' ? truncate(name, nameCharactersMax).toWellFormed() : null;

/** Short, because the message is stored only after the profile request. */
const profileTimeoutMs = 1_500;

/** Returns undefined when the network refuses or times out: storing the message matters more. */
const findSenderProfile = async (workspaceId: string, userId: string): Promise<SocialProfile | undefined> => {
  const account = await findSocialConnection(workspaceId);
  if (!account) return undefined;
  const answer = await findProfile(account, userId, profileTimeoutMs);
  await account.noteHealth(answer);
  return answer.outcome === 'accepted' ? answer.profile : undefined;
};

/** Moves the contact to its new number or id, unless another contact has that. Unknown senders are ignored. */
export const applyNumberChange = (workspaceId: string, { channel, from, to }: InboundNumberChange): Promise<boolean> =>
  retryOnConflict(async () => {
    const [fromLookup, toLookup] = await Promise.all([
      lookUpSender(workspaceId, channel, toSenderIds(from)),
      lookUpSender(workspaceId, channel, toSenderIds(to)),
    ]);
    const pointer = fromLookup.byPhone ?? fromLookup.byUserId;
    const contact = pointer && (await findSender(workspaceId, channel, pointer))?.contact;
    if (!contact) return true;
    const [phone = contact.phone] = toLookup.byPhone ? [] : toSenderIds(to).phones;
    if (phone !== contact.phone && !(await applySenderFields(workspaceId, contact, { ...contact, phone })))
      return 'conflict';
    if (to.channelUserId === null || toLookup.byUserId) return true;
    const user = { channel, userId: to.channelUserId, contactId: contact.id };
    await putChannelUser(workspaceId, { ...user, conversationId: contact.conversation_ids?.[channel] });
    return true;
  });
