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
  operationId: 'listChannels',
  method: 'GET',
  path: '/w/{workspace_id}/channels',
  role: 'agent',
  grants: ['table:GetItem', 'table:BatchGetItem'],
  status: 200,
  response: () => z.object({ data: z.array(connectedChannel) }),
});

/** Connects, or connects again with a new token. */
export const connectMsgapp = defineOperation({
  operationId: 'connectMsgapp',
  method: 'POST',
  path: '/w/{workspace_id}/channels/msgapp',
  role: 'admin',
  audit: 'channel.connected',
  grants: ['table:GetItem', 'table:BatchGetItem', 'table:UpdateItem', 'table:DeleteItem', 'secret:channelEncryption'],
  status: 200,
  body: newMsgappAccount,
  response: () => z.object({ data: connectedChannel }),
});

export const connectSocial = defineOperation({
  operationId: 'connectSocial',
  method: 'POST',
  path: '/w/{workspace_id}/channels/social',
  role: 'admin',
  audit: 'channel.connected',
  grants: ['table:GetItem', 'table:BatchGetItem', 'table:UpdateItem', 'table:DeleteItem', 'secret:channelEncryption'],
  status: 200,
  body: newSocialAccount,
  response: () => z.object({ data: connectedChannel }),
});

export const connectWeb = defineOperation({
  operationId: 'connectWeb',
  method: 'POST',
  path: '/w/{workspace_id}/channels/web',
  role: 'admin',
  audit: 'channel.connected',
  grants: ['table:GetItem', 'table:UpdateItem', 'table:DeleteItem', 'secret:channelEncryption'],
  status: 201,
  returnsSecret: true,
  response: () => z.object({ data: webSecret }),
});

/** The old secret stops working at once. */
export const createWebSecret = defineOperation({
  operationId: 'createWebSecret',
  method: 'POST',
  path: '/w/{workspace_id}/channels/web/secrets',
  role: 'admin',
  audit: 'channel.secret_replaced',
  grants: ['table:GetItem', 'table:UpdateItem', 'secret:channelEncryption'],
  status: 201,
  returnsSecret: true,
  response: () => z.object({ data: webSecret }),
});

export const disconnectChannel = defineOperation({
  operationId: 'disconnectChannel',
  method: 'DELETE',
  path: '/w/{workspace_id}/channels/{channel}',
  role: 'admin',
  audit: 'channel.disconnected',
  grants: ['table:GetItem', 'table:UpdateItem', 'table:DeleteItem'],
  status: 200,
  params: channelParams,
  response: () => z.object({ data: z.object({ account_id: z.string() }) }),
});
