import { disconnectChannel } from '../../domain/channels/connect.ts';
import {
  connectOwnMsgapp,
  connectOwnSocial,
  connectOwnWeb,
  createWebSecret,
} from '../../domain/channels/connect-own.ts';
import { listChannels } from '../../domain/channels/list-channels.ts';
import type { MemberActs } from '../act.ts';
import type * as contract from './contract.ts';

export const members = {
  listChannels: async ({ caller }) => ({ data: await listChannels(caller.workspaceId) }),
  connectMsgapp: {
    run: async ({ caller, body }) => ({ data: await connectOwnMsgapp(caller.workspaceId, body) }),
    describe: ({ body }) => ({
      target: { id: body.phone_number_id, name: 'msgapp' },
      details: `business account ${body.waba_id}`,
    }),
  },
  connectSocial: {
    run: async ({ caller, body }) => ({ data: await connectOwnSocial(caller.workspaceId, body) }),
    describe: ({ body }) => ({ target: { id: body.account_id, name: 'social' } }),
  },
  connectWeb: {
    run: async ({ caller, id }) => ({ data: await connectOwnWeb(caller.workspaceId, id) }),
    describe: ({ id }) => ({ target: { id, name: 'web' } }),
  },
  createWebSecret: {
    run: async ({ caller, body }) => ({ data: await createWebSecret(caller.workspaceId, body) }),
    describeResult: ({ data }) => ({ target: { id: data.account_id, name: 'web' } }),
  },
  disconnectChannel: {
    run: async ({ caller, params }) => ({ data: await disconnectChannel(caller.workspaceId, params.channel) }),
    describe: ({ params }) => ({ target: { id: params.channel, name: params.channel } }),
    describeResult: ({ data }) => ({ details: `account ${data.account_id}` }),
  },
} satisfies MemberActs<typeof contract>;
