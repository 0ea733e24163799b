import type {
  CreatedWebhook,
  Deleted,
  Delivery,
  DeliveryDetails,
  EventName,
  ListDeliveriesQuery,
  NewWebhook,
  Recovery,
  RotatedSecret,
  SecretRotation,
  Webhook,
  WebhookChanges,
} from '../api-types.ts';
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

  /** The only response with the new `secret`: store it. Until the overlap ends, the old one signs, too. */
  rotateSecret(id: string, rotation: SecretRotation = {}, options?: CallOptions): Promise<RotatedSecret> {
    return this.call('POST', `${idPath('webhooks', id)}/rotate-secret`, { body: rotation, options });
  }

  /** Newest first, without payloads; kept for 30 days. */
  deliveries(id: string, query?: ListDeliveriesQuery, options?: CallOptions): List<Delivery> {
    return this.listOf(`${idPath('webhooks', id)}/deliveries`, query, options);
  }

  delivery(id: string, eventId: string, options?: CallOptions): Promise<DeliveryDetails> {
    return this.call('GET', deliveryPath(id, eventId), { options });
  }

  /** Sends one of its events, or the first, with a made-up payload. */
  test(id: string, event?: EventName, options?: CallOptions): Promise<Delivery> {
    return this.call('POST', `${idPath('webhooks', id)}/test`, { body: { event }, options });
  }

  redeliver(id: string, eventId: string, options?: CallOptions): Promise<Delivery> {
    return this.call('POST', `${deliveryPath(id, eventId)}/redeliver`, { options });
  }

  /** Asks again for all events that failed or were skipped since then, in as many calls as it takes. */
  async recover(id: string, since: string | Date, options: CallOptions = {}): Promise<Recovery> {
    const body = { since: typeof since === 'string' ? since : since.toISOString() };
    let requested = 0;
    let cursor: string | null | undefined;
    for (let step = 1; cursor !== null; step += 1) {
      const { data, meta } = await this.callStep<Recovery>(`${idPath('webhooks', id)}/recover`, {
        body: { ...body, cursor },
        options: toStepOptions(options, step),
      });
      requested += data.requested;
      cursor = meta.next_cursor;
    }
    return { requested };
  }

  /** Needs no API key; a receiver without a client calls `verifyWebhook`. */
  readonly verify = verifyWebhook;
}

const deliveryPath = (id: string, eventId: string): string =>
  `${idPath('webhooks', id)}${idPath('deliveries', eventId)}`;

/** Each step is a request of its own. */
const toStepOptions = ({ idempotencyKey, ...options }: CallOptions, step: number): CallOptions =>
  idempotencyKey === undefined ? options : { ...options, idempotencyKey: `${idempotencyKey}-${step}` };
