import type { CreatedWebhook, Deleted, NewWebhook, Webhook, WebhookChanges } from '../api-types.ts';
import type { List } from '../list.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';
import { verifyWebhook } from '../verify-webhook.ts';

export class WebhooksResource extends Resource {
  list(options?: CallOptions): List<Webhook> {
    return this.listOf('/webhooks', undefined, options);
  }

  /** The only response with the webhook's `secret`: store it. */
  create(webhook: NewWebhook, options?: CallOptions): Promise<CreatedWebhook> {
    return this.call('POST', '/webhooks', { body: webhook, options });
  }

  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.call('GET', idPath('webhooks', id), { options });
  }

  update(id: string, changes: WebhookChanges, options?: CallOptions): Promise<Webhook> {
    return this.call('PATCH', idPath('webhooks', id), { body: changes, options });
  }

  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.call('DELETE', idPath('webhooks', id), { options });
  }

  /** Needs no API key; a receiver without a client calls `verifyWebhook`. */
  readonly verify = verifyWebhook;
}
