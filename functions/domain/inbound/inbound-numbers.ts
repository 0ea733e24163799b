import type { InboundNumberChange } from '../../model/inbound.ts';
import { untilWon } from '../../platform/retry-on-conflict.ts';
import { putChannelUser } from '../../table/channels/users.ts';
import { findSender, findSenderPlace } from '../../table/inbound/reads.ts';
import { changeContact, namesOf } from './sender.ts';

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
