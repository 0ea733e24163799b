import type { Me } from '../api-types.ts';
import { Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class MeResource extends Resource {
  /** The workspace and the scopes of the API key. */
  get(options?: CallOptions): Promise<Me> {
    return this.call('GET', '/me', { options });
  }
}
