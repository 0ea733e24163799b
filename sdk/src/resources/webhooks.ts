import type { Recovery } from '../api-types.ts';
import { WebhooksCalls } from '../calls.ts';
import { toPath } from '../resource.ts';
import type { CallOptions } from '../transport.ts';
import { verifyWebhook } from '../verify-webhook.ts';

export class WebhooksResource extends WebhooksCalls {
  /** Asks again for all events that failed or were skipped since then, in as many calls as it takes. */
  async recover(id: string, { since }: { since: string | Date }, options: CallOptions = {}): Promise<Recovery> {
    let requested = 0;
    let cursor: string | null | undefined;
    for (let step = 1; cursor !== null; step += 1) {
      const { data, meta } = await this.callStep<Recovery>(toPath`/webhooks/${id}/recover`, {
        body: { since, cursor },
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

/** Each step is a request of its own. */
const toStepOptions = ({ idempotencyKey, ...options }: CallOptions, step: number): CallOptions =>
  idempotencyKey === undefined ? options : { ...options, idempotencyKey: `${idempotencyKey}-${step}` };
