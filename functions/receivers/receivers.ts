import { type DeployedFunction, toEntry } from '../model/deployed-function.ts';
import { calls, reads } from '../model/grant.ts';
import type { SigningChannel } from '../model/secret.ts';

export interface Receiver extends DeployedFunction {
  method: 'GET' | 'POST';
  path: `/channels/${string}`;
  access: 'public';
}

const defineReceiver = (name: string, route: Pick<Receiver, 'method' | 'path' | 'grants'>): Receiver => ({
  name,
  access: 'public',
  entry: toEntry('functions/receivers', name),
  ...route,
});

const hubReceivers = (channel: SigningChannel, name: string): Receiver[] => [
  defineReceiver(`verify${name}`, { method: 'GET', path: `/channels/${channel}`, grants: [`secret:${channel}`] }),
  defineReceiver(`receive${name}`, {
    method: 'POST',
    path: `/channels/${channel}`,
    grants: [`secret:${channel}`, 'send:processInbound'],
  }),
];

export const receivers: readonly Receiver[] = [
  ...hubReceivers('msgapp', 'Msgapp'),
  ...hubReceivers('social', 'Social'),
  defineReceiver('receiveWeb', {
    method: 'POST',
    path: '/channels/web',
    grants: [
      ...calls('GetItem'),
      'secret:channelEncryption',
      'send:processInbound',
      ...reads('channelAccount', 'workspace'),
    ],
  }),
];
