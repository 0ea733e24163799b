import { acceptHubWebhook } from '../domain/hub-webhooks.ts';
import { receive } from './receive.ts';

export const handler = receive('receiveMsgapp', 'x-hub-signature-256', (sent) => acceptHubWebhook('msgapp', sent));
