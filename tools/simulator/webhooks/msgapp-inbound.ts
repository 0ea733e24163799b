import type { MsgappAccount } from '../accounts.ts';
import { sha256Of } from '../channel/media-store.ts';
import { waIdOf } from '../channel/wa-id.ts';
import { newWamid } from '../channel/wamid.ts';
import type { JsonObject } from '../json.ts';
import { toUserId } from '../people.ts';
import { unixSeconds } from '../simulation.ts';
import { defaultText, type Inbound } from './inbound.ts';
import { msgappPayload } from './msgapp-payload.ts';
import type { HubPayload } from './notice.ts';

/** The webhook of a customer's message, and the message's id. */
export const msgappInbound = (account: MsgappAccount, inbound: Inbound): { id: string; payload: HubPayload } => {
  const waId = waIdOf(inbound.from);
  const id = inbound.messageId ?? newWamid(waId, 'inbound');
  const userId = toUserId(waId);
  const message = {
    ...(inbound.omitsPhone ? {} : { from: waId }),
    from_user_id: userId,
    id,
    timestamp: unixSeconds(inbound.timeMs),
    type: inbound.type,
    ...contextOf(account, inbound),
    [inbound.type]: inbound.content ?? contentOf(inbound, waId),
    ...(inbound.type === 'unsupported' ? { errors: [unsupportedError] } : {}),
    ...inbound.wire,
  };
  const contact = {
    profile: profileOf(inbound, waId),
    ...(inbound.omitsPhone ? {} : { wa_id: waId }),
    user_id: userId,
  };
  // The channel's own messages, such as a change of number, name no contact.
  const contacts = inbound.type === 'system' ? {} : { contacts: [contact] };
  return { id, payload: msgappPayload(account, { ...contacts, messages: [message] }) };
};

/** A customer who hides the number has a username. */
const profileOf = ({ name, username, omitsPhone }: Inbound, waId: string): JsonObject => ({
  ...(name ? { name } : {}),
  ...(username || omitsPhone ? { username: username ?? `customer.${waId.slice(-4)}` } : {}),
});

const targeted = ['reaction', 'edit', 'revoke'];

const contextOf = (account: MsgappAccount, { type, replyTo }: Inbound): JsonObject =>
  replyTo === undefined || targeted.includes(type)
    ? {}
    : { context: { from: account.displayPhoneNumber, id: replyTo } };

const unsupportedError = {
  code: 131051,
  title: 'Message type unknown',
  message: 'Message type unknown',
  error_data: { details: 'Message type is currently not supported.' },
};

/** A plausible content for each type, so that a caller names the type and no more. */
const contentOf = (inbound: Inbound, waId: string): unknown => {
  const { type, text = defaultText, replyTo = '' } = inbound;
  if (inbound.media) return mediaContent(inbound, inbound.media);
  const contents: Record<string, unknown> = {
    text: { body: text },
    location: { latitude: 52.52, longitude: 13.405, name: 'Depot', address: '1 Example St' },
    contacts: [{ name: { formatted_name: text, first_name: text }, phones: [{ phone: '+49 155 500 02222' }] }],
    interactive: { type: 'button_reply', button_reply: { id: text.toLowerCase(), title: text } },
    button: { payload: text, text },
    reaction: { message_id: replyTo, emoji: inbound.text ?? '\u{1f44d}' },
    order: { catalog_id: '194830000000001', text, product_items: [orderItem] },
    system: { type: 'user_changed_number', wa_id: `${waId}1`, body: `User changed from ${waId} to ${waId}1` },
    unsupported: { type: 'poll' },
    edit: { original_message_id: replyTo, message: { type: 'text', text: { body: text } } },
    revoke: { original_message_id: replyTo },
  };
  return contents[type];
};

const orderItem = { product_retailer_id: 'sku-1', quantity: 2, item_price: 30, currency: 'EUR' };

const mediaContent = ({ type, text }: Inbound, { file, url }: NonNullable<Inbound['media']>): JsonObject => ({
  id: file.id,
  mime_type: file.mimeType,
  sha256: sha256Of(file.bytes, 'base64'),
  url,
  ...(text && ['image', 'video', 'document'].includes(type) ? { caption: text } : {}),
  ...(file.filename && type === 'document' ? { filename: file.filename } : {}),
  ...(type === 'audio' ? { voice: true } : {}),
  ...(type === 'sticker' ? { animated: false } : {}),
});
