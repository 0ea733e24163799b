import type { Grant } from '../api/endpoint.ts';
import type { SigningChannel } from '../model/secret.ts';

/** One route on which a channel calls us. Whoever calls proves by a signature who it is. */
export interface Receiver {
  /** Names the function, and in kebab-case its file. */
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

/** A channel that first asks whether the address is ours, and then sends there what happens. */
const hubReceivers = (channel: SigningChannel, name: string): Receiver[] => [
  defineReceiver(`verify${name}`, { method: 'GET', path: `/channels/${channel}`, grants: [`secret:${channel}`] }),
  defineReceiver(`receive${name}`, {
    method: 'POST',
    path: `/channels/${channel}`,
    grants: [`secret:${channel}`, 'send:processInbound'],
  }),
];

/** THE TABLE of the routes that are for channels and not for callers of the API. */
export const receivers: readonly Receiver[] = [
  ...hubReceivers('msgapp', 'Msgapp'),
  ...hubReceivers('social', 'Social'),
  defineReceiver('receiveWeb', {
    method: 'POST',
    path: '/channels/web',
    grants: ['table:GetItem', 'secret:encryption', 'send:processInbound'],
  }),
];
