import type { Channel } from '../../model/channels/channel.ts';
import type { ContactPointer, StoredContact } from '../../model/contacts/stored-contact.ts';
import { toAlias } from '../contacts/aliases.ts';
import { aliasPart, newPointer } from '../contacts/contact-writes.ts';
import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface ChannelUser extends ContactPointer {
  channel: Channel;
  userId: string;
}

export const channelUserPart = (workspaceId: string, user: ChannelUser): TransactionPart => ({
  Update: newPointer(keys.channelUser(workspaceId, user.channel, user.userId), user),
});

export const toUserAlias = (workspaceId: string, { channel, userId }: ChannelUser): string =>
  toAlias(keys.channelUser(workspaceId, channel, userId));

/** The contact's ids on a channel that knows its users by ids. A visitor of the web has one for each device. */
export const listUserIds = ({ aliases = new Set() }: StoredContact, channel: Channel): string[] => {
  const prefix = `${channel.toUpperCase()}#`;
  return [...aliases].filter((alias) => alias.startsWith(prefix)).map((alias) => alias.slice(prefix.length));
};

export const findUserId = (contact: StoredContact, channel: Channel): string | undefined =>
  listUserIds(contact, channel)[0];

export const putChannelUser = async (workspaceId: string, user: ChannelUser): Promise<void> => {
  await transact([
    channelUserPart(workspaceId, user),
    aliasPart(workspaceId, user.contactId, toUserAlias(workspaceId, user)),
  ]);
};
