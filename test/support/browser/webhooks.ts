import { createHmac } from 'node:crypto';
import type { ReceivedRequest } from '../receiver.ts';

export const webhooksPath = (workspaceId: string, rest = ''): string => `/w/${workspaceId}/webhooks${rest}`;

/** The number of signatures in the header that this secret made. */
export const signaturesOf = ({ headers, body }: ReceivedRequest, secret: string): number => {
  const header = String(headers['x-service-signature']);
  const [, time] = /^t=(\d+),/.exec(header) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return header.split(',').filter((part) => part === `v1=${expected}`).length;
};
