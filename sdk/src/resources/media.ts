import type { Media } from '../api-types.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class MediaResource extends Resource {
  /** The file of a customer's message, with a link of five minutes that needs no key. Waits while it is being copied. */
  get(messageId: string, options?: CallOptions): Promise<Media> {
    return this.call('GET', idPath('media', messageId), { options });
  }
}
