import * as z from 'zod/mini';
import {
  channelParams,
  connectedChannel,
  newMsgappAccount,
  newSocialAccount,
  webSecret,
} from '../../model/channels/connected-channel.ts';
import { secretRotation } from '../../model/webhooks/webhook.ts';
import { defineOperation } from '../operation.ts';

export const listChannels = defineOperation({
  method: 'GET',
  path: '/channels',
  response: () => z.object({ data: z.array(connectedChannel) }),
  member: { role: 'agent' },
});

/** Connects, or connects again with a new token. */
export const connectMsgapp = defineOperation({
  method: 'POST',
  path: '/channels/msgapp',
  body: newMsgappAccount,
  response: () => z.object({ data: connectedChannel }),
  member: { role: 'admin', audit: 'channel.connected' },
});

export const connectSocial = defineOperation({
  method: 'POST',
  path: '/channels/social',
  body: newSocialAccount,
  response: () => z.object({ data: connectedChannel }),
  member: { role: 'admin', audit: 'channel.connected' },
});

export const connectWeb = defineOperation({
  method: 'POST',
  path: '/channels/web',
  status: 201,
  returnsSecret: 'channelEncryption',
  response: () => z.object({ data: webSecret }),
  member: { role: 'admin', audit: 'channel.connected' },
});

/** The old secret works for the overlap, too. */
export const createWebSecret = defineOperation({
  method: 'POST',
  path: '/channels/web/secrets',
  status: 201,
  body: secretRotation,
  isBodyOptional: true,
  returnsSecret: 'channelEncryption',
  response: () => z.object({ data: webSecret }),
  member: { role: 'admin', audit: 'channel.secret_replaced' },
});

export const disconnectChannel = defineOperation({
  method: 'DELETE',
  path: '/channels/{channel}',
  params: channelParams,
  response: () => z.object({ data: z.object({ account_id: z.string() }) }),
  member: { role: 'admin', audit: 'channel.disconnected' },
});
