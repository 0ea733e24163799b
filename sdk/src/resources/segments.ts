import type {
  AddedMembers,
  Contact,
  Deleted,
  ListedSegment,
  ListSegmentContactsQuery,
  ListSegmentsQuery,
  NewSegment,
  RemovedMembers,
  Segment,
  SegmentChanges,
} from '../api-types.ts';
import type { List } from '../list.ts';
import { idPath, Resource } from '../resource.ts';
import type { CallOptions } from '../transport.ts';

export class SegmentsResource extends Resource {
  list(query?: ListSegmentsQuery, options?: CallOptions): List<ListedSegment> {
    return this.listOf('/segments', query, options);
  }

  create(segment: NewSegment, options?: CallOptions): Promise<Segment> {
    return this.call('POST', '/segments', { body: segment, options });
  }

  get(id: string, options?: CallOptions): Promise<Segment> {
    return this.call('GET', idPath('segments', id), { options });
  }

  update(id: string, changes: SegmentChanges, options?: CallOptions): Promise<Segment> {
    return this.call('PATCH', idPath('segments', id), { body: changes, options });
  }

  /** The contacts of the segment stay. */
  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.call('DELETE', idPath('segments', id), { options });
  }

  contacts(id: string, query?: ListSegmentContactsQuery, options?: CallOptions): List<Contact> {
    return this.listOf(membersPath(id), query, options);
  }

  /** Adds at most 1,000 contacts to a static segment. */
  addContacts(id: string, contactIds: readonly string[], options?: CallOptions): Promise<AddedMembers> {
    return this.call('POST', membersPath(id), { body: { contact_ids: contactIds }, options });
  }

  /** Removes at most 1,000 contacts from a static segment. */
  removeContacts(id: string, contactIds: readonly string[], options?: CallOptions): Promise<RemovedMembers> {
    return this.call('DELETE', membersPath(id), { body: { contact_ids: contactIds }, options });
  }
}

const membersPath = (id: string): string => `${idPath('segments', id)}/contacts`;
