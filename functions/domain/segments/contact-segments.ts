import type { Page, PageRequest } from '../../model/page.ts';
import { compileFilter } from '../../model/segments/matching.ts';
import type { ListedSegment } from '../../model/segments/segment.ts';
import { clock } from '../../platform/clock.ts';
import { findSegmentsWith } from '../../table/segments/members.ts';
import { querySegments } from '../../table/segments/segments.ts';
import { getStoredContact } from '../contacts/contacts.ts';
import { toListItem } from './segments.ts';

/** The segments of the page that the contact is in. A page may be short, or empty, and still have a next one. */
export const listContactSegments = async (
  workspaceId: string,
  contactId: string,
  page: PageRequest,
): Promise<Page<ListedSegment>> => {
  const contact = await getStoredContact(workspaceId, contactId);
  const { items, next } = await querySegments(workspaceId, page);
  const lists = items.filter(({ filter }) => !filter).map(({ id }) => id);
  const memberOf = new Set(await findSegmentsWith(lists, contactId));
  const nowMs = clock.now();
  const own = items.filter(({ id, filter }) => (filter ? compileFilter(filter, nowMs)(contact) : memberOf.has(id)));
  return { items: own.map(toListItem), next };
};
