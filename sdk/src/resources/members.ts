import type { ListMembersQuery, Me, Member } from '../api-types.ts';
import type { List } from '../list.ts';
import { Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class MembersResource extends Resource {
  list(query?: ListMembersQuery, options?: CallOptions): List<Member> {
    return this.listOf('/members', query, options);
  }
}

export class MeResource extends Resource {
  /** The workspace and the scopes of the API key. */
  get(options?: CallOptions): Promise<Me> {
    return this.call('GET', '/me', { options });
  }
}
