import { randomUUID } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { isoTime } from '../../../functions/platform/clock.ts';
import { findContact } from '../../../functions/table/contacts/contacts.ts';
import { findConversation } from '../../../functions/table/conversations/conversations.ts';
import { findStoredMessage, makeShop } from '../../support/channels/channels.ts';
import { newPhone } from '../../support/contacts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('a message stored by a worker whose clock is behind moves no time back', async () => {
  const shop = await makeShop();
  const from = { phone: newPhone(), channelUserId: null, name: null };
  const nowMs = Date.now();
  const processAt = async (timeMs: number, text: string): Promise<string> => {
    // Each worker has its own modules, so the ids of one do not follow those of the other.
    vi.resetModules();
    const { clock } = await import('../../../functions/platform/clock.ts');
    const { processInbound } = await import('../../../functions/domain/inbound/process-inbound.ts');
    vi.spyOn(clock, 'now').mockReturnValue(timeMs);
    const channelMessageId = randomUUID();
    const message = { kind: 'message', channel: 'msgapp', accountId: shop.accounts.msgapp, channelMessageId } as const;
    const content = { contentType: 'text', text, interactiveReplyId: null } as const;
    const sentAt = isoTime(timeMs - 500);
    const item = { ...message, ...content, media: [], from, sentAt, replyToChannelMessageId: null };
    await processInbound({ item, postponements: 0 });
    return channelMessageId;
  };
  const id = await processAt(nowMs, 'newer');
  await processAt(nowMs - 60_000, 'older');
  const { conversation_id = '', contact_id = '' } = (await findStoredMessage(shop, id)) ?? {};
  const times = { last_message_at: isoTime(nowMs), last_inbound_at: isoTime(nowMs - 500) };
  const last = { last_message_text: 'newer', unread_count: 2, updated_at: isoTime(nowMs) };
  expect(await findConversation(shop.id, conversation_id)).toMatchObject({ ...times, ...last });
  expect(await findContact(shop.id, contact_id)).toMatchObject(times);
});
