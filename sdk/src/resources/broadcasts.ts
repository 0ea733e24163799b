import type {
  Broadcast,
  BroadcastPreview,
  ListBroadcastRecipientsQuery,
  ListBroadcastsQuery,
  NewBroadcast,
  Recipient,
} from '../api-types.ts';
import type { List } from '../list.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class BroadcastsResource extends Resource {
  /** Newest first. */
  list(query?: ListBroadcastsQuery, options?: CallOptions): List<Broadcast> {
    return this.listOf('/broadcasts', query, options);
  }

  /** Sends at once, or at `scheduled_at`. With `dry_run` nothing is sent: the result says what it would do. */
  create(broadcast: NewBroadcast & { dry_run: true }, options?: CallOptions): Promise<BroadcastPreview>;
  create(broadcast: NewBroadcast, options?: CallOptions): Promise<Broadcast>;
  create(broadcast: NewBroadcast, options?: CallOptions): Promise<Broadcast | BroadcastPreview> {
    return this.call('POST', '/broadcasts', { body: broadcast, options });
  }

  get(id: string, options?: CallOptions): Promise<Broadcast> {
    return this.call('GET', idPath('broadcasts', id), { options });
  }

  /** What was sent stays sent. Canceling again changes nothing. */
  cancel(id: string, options?: CallOptions): Promise<Broadcast> {
    return this.call('POST', `${idPath('broadcasts', id)}/cancel`, { options });
  }

  /** In the order of the audience. */
  recipients(id: string, query?: ListBroadcastRecipientsQuery, options?: CallOptions): List<Recipient> {
    return this.listOf(`${idPath('broadcasts', id)}/recipients`, query, options);
  }
}
