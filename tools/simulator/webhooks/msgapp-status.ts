import { createHash } from 'node:crypto';
import type { MsgappAccount } from '../accounts.ts';
import { channelError } from '../channel/error-catalog.ts';
import { type Profile, toUserId } from '../customers.ts';
import type { Switches } from '../fault-switches.ts';
import type { JsonObject } from '../json.ts';
import type { SentMessage } from '../sent-messages.ts';
import type { HubPayload } from './channel-event.ts';
import { buildMsgappPayload } from './msgapp-payload.ts';

export interface Receipt {
  status: string;
  timestamp: string;
  errorCode?: number | undefined;
}

type PayloadOptions = Pick<Switches, 'webhook_version' | 'omit_phone'>;

export const buildStatusPayload = (
  message: SentMessage & { account: MsgappAccount },
  receipt: Receipt,
  profile: Profile | undefined,
  options: PayloadOptions,
): HubPayload => {
  const isFailed = receipt.status === 'failed';
  const isOldVersion = options.webhook_version === 'v23.0';
  const userId = message.userId ?? toUserId(message.customerId);
  const hasPhone = message.userId === undefined && !options.omit_phone;
  const waId = hasPhone ? { wa_id: message.customerId } : {};
  const contact = { ...(profile?.name ? { profile: { name: profile.name } } : {}), ...waId, user_id: userId };
  return buildMsgappPayload(message.account, {
    ...(isFailed || isOldVersion ? {} : { contacts: [contact] }),
    statuses: [
      {
        id: message.id,
        status: receipt.status,
        timestamp: receipt.timestamp,
        ...(hasPhone ? { recipient_id: message.customerId } : {}),
        ...(isFailed || isOldVersion ? {} : { recipient_user_id: userId }),
        ...readCallbackData(message),
        ...(isFailed
          ? { errors: [buildError(receipt.errorCode ?? 131000)] }
          : buildPricing(message, receipt, isOldVersion)),
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

/** Present with `sent` and the first of `delivered` and `read`; v23.0 adds the conversation. */
const buildPricing = (
  { category, reported, customerId }: SentMessage,
  receipt: Receipt,
  isOldVersion: boolean,
): JsonObject => {
  const isFirstArrival =
    ['delivered', 'read'].includes(receipt.status) && !reported.has('delivered') && !reported.has('read');
  if (receipt.status !== 'sent' && !isFirstArrival) return {};
  const isFree = category === 'service';
  const pricing = {
    billable: !isFree,
    pricing_model: 'PMP',
    ...(isOldVersion ? {} : { type: isFree ? 'free_customer_service' : 'regular' }),
    category,
  };
  return isOldVersion ? { conversation: buildConversation(customerId, category, receipt), pricing } : { pricing };
};

const dayInSeconds = 24 * 60 * 60;

const buildConversation = (customerId: string, category: string, { status, timestamp }: Receipt): JsonObject => ({
  id: createHash('md5').update(customerId).digest('hex'),
  ...(status === 'sent' ? { expiration_timestamp: String(Number(timestamp) + dayInSeconds) } : {}),
  origin: { type: category },
});
