import * as z from 'zod/mini';
import {
  channelParams,
  connectedChannel,
  newMsgappAccount,
  newSocialAccount,
  webSecret,
} from '../../model/channels/connected-channel.ts';
import { defineOperation } from '../operation.ts';

export const listChannels = defineOperation({
  method: 'GET',
  path: '/w/{workspace_id}/channels',
  role: 'agent',
  status: 200,
  response: () => z.object({ data: z.array(connectedChannel) }),
});

/** Connects, or connects again with a new token. */
export const connectMsgapp = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/channels/msgapp',
  role: 'admin',
  audit: 'channel.connected',
  status: 200,
  body: newMsgappAccount,
  response: () => z.object({ data: connectedChannel }),
});

export const connectSocial = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/channels/social',
  role: 'admin',
  audit: 'channel.connected',
  status: 200,
  body: newSocialAccount,
  response: () => z.object({ data: connectedChannel }),
});

export const connectWeb = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/channels/web',
  role: 'admin',
  audit: 'channel.connected',
  status: 201,
  returnsSecret: 'channelEncryption',
  response: () => z.object({ data: webSecret }),
});

/** The old secret stops working at once. */
export const createWebSecret = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/channels/web/secrets',
  role: 'admin',
  audit: 'channel.secret_replaced',
  status: 201,
  returnsSecret: 'channelEncryption',
  response: () => z.object({ data: webSecret }),
});

export const disconnectChannel = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/channels/{channel}',
  role: 'admin',
  audit: 'channel.disconnected',
  status: 200,
  params: channelParams,
  response: () => z.object({ data: z.object({ account_id: z.string() }) }),
});
