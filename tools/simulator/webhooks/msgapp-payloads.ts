import type { MsgappAccount } from '../accounts.ts';
import { newWamid, toWaId } from '../channel/envelope.ts';
import { sha256 } from '../channel/media-store.ts';
import { channelError } from '../channel/refusal.ts';
import { type Profile, toUserId } from '../customers.ts';
import type { JsonObject } from '../json.ts';
import { type SentMessage, toUnixSeconds } from '../simulation.ts';
import { defaultText, type HubPayload, type InboundMessage } from './channel-event.ts';

export const buildMsgappInbound = (
  account: MsgappAccount,
  inbound: InboundMessage,
): { id: string; payload: HubPayload } => {
  const waId = toWaId(inbound.from);
  const id = inbound.messageId ?? newWamid();
  const userId = toUserId(waId);
  const message = {
    ...(inbound.omitsPhone ? {} : { from: waId }),
    from_user_id: userId,
    id,
    timestamp: toUnixSeconds(inbound.timeMs),
    type: inbound.type,
    ...buildContext(account, inbound),
    [inbound.type]: inbound.content ?? buildContent(inbound, waId),
    ...(inbound.type === 'unsupported' ? { errors: [unsupportedError] } : {}),
    ...inbound.wire,
  };
  const contact = {
    profile: buildProfile(inbound, waId),
    ...(inbound.omitsPhone ? {} : { wa_id: waId }),
    user_id: userId,
  };
  // System messages, such as a changed number, have no contact.
  const contacts = inbound.type === 'system' ? {} : { contacts: [contact] };
  return { id, payload: buildMsgappPayload(account, { ...contacts, messages: [message] }) };
};

const buildProfile = ({ name, username, omitsPhone }: InboundMessage, waId: string): JsonObject => ({
  ...(name ? { name } : {}),
  ...(username || omitsPhone ? { username: username ?? `customer.${waId.slice(-4)}` } : {}),
});

const targetedTypes = ['reaction', 'edit', 'revoke'];

const buildContext = (account: MsgappAccount, { type, replyTo }: InboundMessage): JsonObject =>
  replyTo === undefined || targetedTypes.includes(type)
    ? {}
    : { context: { from: account.displayPhoneNumber, id: replyTo } };

const unsupportedError = {
  code: 131051,
  title: 'Message type unknown',
  message: 'Message type unknown',
  error_data: { details: 'Message type is currently not supported.' },
};

/** Plausible defaults, so a caller needs to name only the type. */
const buildContent = (inbound: InboundMessage, waId: string): unknown => {
  const { type, text = defaultText, replyTo = '' } = inbound;
  if (inbound.media) return buildMediaContent(inbound, inbound.media);
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

const buildMediaContent = (
  { type, text }: InboundMessage,
  { file, url }: NonNullable<InboundMessage['media']>,
): JsonObject => ({
  id: file.id,
  mime_type: file.mimeType,
  sha256: sha256(file.bytes, 'base64'),
  url,
  ...(text && ['image', 'video', 'document'].includes(type) ? { caption: text } : {}),
  ...(file.filename && type === 'document' ? { filename: file.filename } : {}),
  ...(type === 'audio' ? { voice: true } : {}),
  ...(type === 'sticker' ? { animated: false } : {}),
});

interface Receipt {
  status: string;
  timestamp: string;
  errorCode?: number | undefined;
}

export const buildStatusPayload = (
  message: SentMessage & { account: MsgappAccount },
  receipt: Receipt,
  profile: Profile | undefined,
): HubPayload => {
  const isFailed = receipt.status === 'failed';
  const { customerId } = message;
  const userId = toUserId(customerId);
  const contact = { ...(profile?.name ? { profile: { name: profile.name } } : {}), wa_id: customerId, user_id: userId };
  return buildMsgappPayload(message.account, {
    ...(isFailed ? {} : { contacts: [contact] }),
    statuses: [
      {
        id: message.id,
        status: receipt.status,
        timestamp: receipt.timestamp,
        recipient_id: customerId,
        ...(isFailed ? {} : { recipient_user_id: userId }),
        ...readCallbackData(message),
        ...(isFailed ? { errors: [buildError(receipt.errorCode ?? 131000)] } : buildPricing(message, receipt)),
      },
    ],
  });
};

const readCallbackData = ({ body }: SentMessage): JsonObject => {
  const data = body['biz_opaque_callback_data'];
  return typeof data === 'string' ? { biz_opaque_callback_data: data } : {};
};

const buildError = (code: number): JsonObject => {
  const { title, details = title } = channelError(code);
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
};

/** Present with `sent` and the first of `delivered` and `read`. */
const buildPricing = ({ category, reported }: SentMessage, { status }: Receipt): JsonObject => {
  const isFirstArrival = ['delivered', 'read'].includes(status) && !reported.has('delivered') && !reported.has('read');
  if (status !== 'sent' && !isFirstArrival) return {};
  const isFree = category === 'service';
  const type = isFree ? 'free_customer_service' : 'regular';
  return { pricing: { billable: !isFree, pricing_model: 'PMP', type, category } };
};

const buildMsgappPayload = (account: MsgappAccount, fields: JsonObject): HubPayload => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: account.wabaId,
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: account.displayPhoneNumber, phone_number_id: account.id },
            ...fields,
          },
        },
      ],
    },
  ],
});
