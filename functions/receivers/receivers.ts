import type { Grant } from '../api/endpoint.ts';
import type { SigningChannel } from '../model/secret.ts';

/** A route that a channel calls, authenticated by signature instead of an API key. */
export interface Receiver {
  operationId: string;
  method: 'GET' | 'POST';
  path: `/channels/${string}`;
  access: 'public';
  grants: readonly Grant[];
  entry: string;
}

const defineReceiver = (operationId: string, route: Pick<Receiver, 'method' | 'path' | 'grants'>): Receiver => ({
  operationId,
  access: 'public',
  entry: `functions/receivers/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`,
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
    grants: ['table:GetItem', 'secret:encryption', 'send:processInbound'],
  }),
];
