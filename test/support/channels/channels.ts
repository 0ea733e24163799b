import { createHmac } from 'node:crypto';
import { expect, inject } from 'vitest';
import { connectSocial, connectWeb } from '../../../functions/domain/channels/connect.ts';
import type { Contact } from '../../../functions/model/contacts/contact.ts';
import type { Conversation } from '../../../functions/model/conversations/conversation.ts';
import type { Message } from '../../../functions/model/messages/message.ts';
import { findMessageByChannelId, type StoredMessage } from '../../../functions/table/messages/messages.ts';
import { defaultSecrets } from '../../../tools/simulator/defaults.ts';
import { type ApiResponse, call, makeWorkspace } from '../client.ts';
import { callSimulator, connectNumber } from './simulator.ts';

export interface Shop {
  id: string;
  key: string;
  accounts: Record<ShopChannel, string>;
  webSecret: string;
}

type ShopChannel = 'msgapp' | 'social' | 'web';

export const makeShop = async (): Promise<Shop> => {
  const { id, key } = await makeWorkspace();
  // Sequential: each connection writes to the workspace item.
  const msgapp = await connectNumber(id);
  // The simulator sends no receipts by itself; tests that want them switch them on.
  await callSimulator('POST', '/switches', { account_id: msgapp.id, receipts: [] });
  const social = await connectSocialAccount(id);
  await callSimulator('POST', '/switches', { account_id: social, receipts: [] });
  const web = await connectWeb(id);
  await callSimulator('POST', '/accounts', { channel: 'web', id: web.account_id, secret: web.secret });
  return { id, key, accounts: { msgapp: msgapp.id, social, web: web.account_id }, webSecret: web.secret };
};

const connectSocialAccount = async (workspaceId: string): Promise<string> => {
  const { data } = await callSimulator<{ data: { id: string; access_token: string } }>('POST', '/accounts', {
    channel: 'social',
  });
  const { id: account_id, access_token } = data;
  const base_url = inject('simulator').url;
  await connectSocial(workspaceId, { account_id, access_token, base_url, api_version: 'v25.0' });
  return account_id;
};

interface CustomerMessage {
  channel?: ShopChannel;
  from: string;
  [field: string]: unknown;
}

export const simulateInbound = async (
  shop: Shop,
  { channel = 'msgapp', ...message }: CustomerMessage,
): Promise<string> => {
  const body = { channel, account_id: shop.accounts[channel], ...message };
  return (await callSimulator<{ message_id: string }>('POST', '/inbound', body)).message_id;
};

export const findStoredMessage = (shop: Shop, id: string, channel: ShopChannel = 'msgapp') =>
  findMessageByChannelId(shop.id, channel, id);

/** Reads the table, because API calls are rate limited. */
export const waitForStoredMessage = async (
  shop: Shop,
  id: string,
  expected: Partial<StoredMessage> = {},
  channel: ShopChannel = 'msgapp',
): Promise<StoredMessage> => {
  const find = () => findStoredMessage(shop, id, channel);
  await expect.poll(find, { interval: 100 }).toMatchObject({ channel, ...expected });
  const message = await findStoredMessage(shop, id, channel);
  if (!message) throw new Error(`The message ${id} was deleted while the test waited for it.`);
  return message;
};

export const simulateInboundAndWait = async (shop: Shop, message: CustomerMessage): Promise<StoredMessage> =>
  waitForStoredMessage(shop, await simulateInbound(shop, message), {}, message.channel);

export const getShopConversation = async ({ key }: Shop, id: string): Promise<Conversation> =>
  (await call<{ data: Conversation }>('GET', `/conversations/${id}`, { key })).json.data;

export const listShopConversations = async ({ key }: Shop): Promise<Conversation[]> =>
  (await call<{ data: Conversation[] }>('GET', '/conversations?limit=100', { key })).json.data;

export const listShopContacts = async ({ key }: Shop): Promise<Contact[]> =>
  (await call<{ data: Contact[] }>('GET', '/contacts?limit=100', { key })).json.data;

export const listShopMessages = async ({ key }: Shop, conversationId: string): Promise<Message[]> =>
  (await call<{ data: Message[] }>('GET', `/conversations/${conversationId}/messages?limit=100`, { key })).json.data;

export const postHub = (
  channel: 'msgapp' | 'social',
  body: string | Buffer,
  secret = defaultSecrets[channel].appSecret,
): Promise<ApiResponse<{ data?: { received: number }; error?: { code: string; message: string } }>> => {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return call('POST', `/channels/${channel}`, { body, headers: { 'X-Hub-Signature-256': `sha256=${signature}` } });
};

export const hubBody = (accountId: string, ...values: object[]): string =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '102290129340398',
        changes: values.map((value) => ({
          field: 'messages',
          value: { messaging_product: 'whatsapp', metadata: { phone_number_id: accountId }, ...value },
        })),
      },
    ],
  });
