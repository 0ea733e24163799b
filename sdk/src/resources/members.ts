import type { ListMembersQuery, Member } from '../api-types.ts';
import type { List } from '../list.ts';
import { Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class MembersResource extends Resource {
  list(query?: ListMembersQuery, options?: CallOptions): List<Member> {
    return this.listOf('/members', query, options);
  }
}
