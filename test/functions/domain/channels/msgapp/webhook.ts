import { readMsgappWebhook } from '../../../../../functions/domain/channels/msgapp/read-webhook.ts';

const metadata = { display_phone_number: '15550001000', phone_number_id: '106540000000001' };
export const ana = { profile: { name: 'Ana' }, wa_id: '4915550001111', user_id: 'DE.1349120000000001' };
export const common = {
  from: '4915550001111',
  from_user_id: 'DE.1349120000000001',
  id: 'wamid.HBgNSU5CT1VORA==',
  timestamp: '1790000000',
};
export const change = (value: object, field = 'messages') => ({
  field,
  value: { messaging_product: 'whatsapp', metadata, ...value },
});
export const webhook = (...changes: object[]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290000000001', changes }],
});

export const readMessage = (message: object, contacts: unknown = [ana]) =>
  readMsgappWebhook(webhook(change({ contacts, messages: [{ ...common, ...message }] })));

export const from = { phone: '+4915550001111', channelUserId: 'DE.1349120000000001', name: 'Ana' };
export const origin = { channel: 'msgapp', accountId: '106540000000001' };
