import type { Broadcast, NewBroadcast } from '../api-types.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class BroadcastsResource extends Resource {
  create(broadcast: NewBroadcast, options?: CallOptions): Promise<Broadcast> {
    return this.call('POST', '/broadcasts', { body: broadcast, options });
  }

  get(id: string, options?: CallOptions): Promise<Broadcast> {
    return this.call('GET', idPath('broadcasts', id), { options });
  }
}
