import type { WebhookDetails } from '../../../functions/model/webhooks/webhook.ts';
import { en } from '../../texts/en.ts';

/** Without its query, which may hold a token: `crm.acme.example/hooks`. */
export const webhookName = ({ url, provider }: Pick<WebhookDetails, 'url' | 'provider'>): string => {
  const { host, pathname } = new URL(url);
  const address = `${host}${pathname}`.replace(/\/$/, '');
  return provider === 'api' ? address : `${en.integrations.tools[provider]} (${host})`;
};

/** Below /w/<id>/: the page on which it can be changed. */
export const webhookPath = ({ id, provider }: Pick<WebhookDetails, 'id' | 'provider'>): string =>
  provider === 'api' ? `webhooks/${id}` : 'settings/integrations';
