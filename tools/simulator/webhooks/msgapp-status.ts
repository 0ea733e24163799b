import { createHash } from 'node:crypto';
import type { MsgappAccount } from '../accounts.ts';
import { channelError } from '../channel/error-catalogue.ts';
import type { JsonObject } from '../json.ts';
import { type Profile, toUserId } from '../people.ts';
import type { SentMessage } from '../sent-messages.ts';
import type { Switches } from '../switches.ts';
import { msgappPayload } from './msgapp-payload.ts';
import type { HubPayload } from './notice.ts';

/** What a customer's device reports, or why a message failed. */
export interface Receipt {
  status: string;
  /** Unix seconds. */
  timestamp: string;
  /** Why it failed. */
  errorCode?: number | undefined;
}

type Look = Pick<Switches, 'webhook_version' | 'omit_phone'>;

/** The webhook of a receipt, in the shape of the version that the app has subscribed to. */
export const statusPayload = (
  message: SentMessage & { account: MsgappAccount },
  receipt: Receipt,
  profile: Profile | undefined,
  look: Look,
): HubPayload => {
  const isFailed = receipt.status === 'failed';
  const isOld = look.webhook_version === 'v23.0';
  const userId = message.userId ?? toUserId(message.customerId);
  const hasPhone = message.userId === undefined && !look.omit_phone;
  const waId = hasPhone ? { wa_id: message.customerId } : {};
  const contact = { ...(profile?.name ? { profile: { name: profile.name } } : {}), ...waId, user_id: userId };
  return msgappPayload(message.account, {
    ...(isFailed || isOld ? {} : { contacts: [contact] }),
    statuses: [
      {
        id: message.id,
        status: receipt.status,
        timestamp: receipt.timestamp,
        ...(hasPhone ? { recipient_id: message.customerId } : {}),
        ...(isFailed || isOld ? {} : { recipient_user_id: userId }),
        ...callbackDataOf(message),
        ...(isFailed ? { errors: [errorOf(receipt.errorCode ?? 131000)] } : priceOf(message, receipt, isOld)),
      },
    ],
  });
};

const callbackDataOf = ({ body }: SentMessage): JsonObject => {
  const data = body['biz_opaque_callback_data'];
  return typeof data === 'string' ? { biz_opaque_callback_data: data } : {};
};

const errorOf = (code: number): JsonObject => {
  const { title, details = title } = channelError(code);
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
};

/** The price comes with `sent`, and with the first of `delivered` and `read`; the old shape names a conversation too. */
const priceOf = ({ category, reported, customerId }: SentMessage, receipt: Receipt, isOld: boolean): JsonObject => {
  const isFirstArrival =
    ['delivered', 'read'].includes(receipt.status) && !reported.has('delivered') && !reported.has('read');
  if (receipt.status !== 'sent' && !isFirstArrival) return {};
  const isFree = category === 'service';
  const pricing = {
    billable: !isFree,
    pricing_model: 'PMP',
    ...(isOld ? {} : { type: isFree ? 'free_customer_service' : 'regular' }),
    category,
  };
  return isOld ? { conversation: conversationOf(customerId, category, receipt), pricing } : { pricing };
};

const dayInSeconds = 24 * 60 * 60;

const conversationOf = (customerId: string, category: string, { status, timestamp }: Receipt): JsonObject => ({
  id: createHash('md5').update(customerId).digest('hex'),
  ...(status === 'sent' ? { expiration_timestamp: String(Number(timestamp) + dayInSeconds) } : {}),
  origin: { type: category },
});
