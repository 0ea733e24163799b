import { acceptHubWebhook } from '../domain/inbound/accept-hub-webhook.ts';
import { receive } from './receive.ts';

export const handler = receive('receiveSocial', 'x-hub-signature-256', (signedBody) =>
  acceptHubWebhook('social', signedBody),
);
