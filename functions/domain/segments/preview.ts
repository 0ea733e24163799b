import { isOptedOut } from '../../model/contacts/consent.ts';
import { type Contact, toContact } from '../../model/contacts/contact.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { SegmentFilter } from '../../model/segments/filter.ts';
import { compileFilter } from '../../model/segments/matching.ts';
import type { SegmentPreview } from '../../model/segments/preview.ts';
import { clock } from '../../platform/clock.ts';
import { readLimits } from '../../table/dynamodb/query.ts';
import { findTagIds, listMatchingContacts, readCandidates } from './matching-contacts.ts';

const sampleMax = 8;

/** Counts the matches among the next contacts, as many as a filtered list may read, and shows the newest of them. */
export const previewSegment = async (
  workspaceId: string,
  filter: SegmentFilter,
  after: string | undefined,
): Promise<{ data: SegmentPreview; next: string | undefined }> => {
  const tagIds = await findTagIds(workspaceId, filter);
  const page = { limit: readLimits.rowsPerCall, after };
  const { items, next } = await readCandidates(workspaceId, tagIds, page, 'eventual');
  const found = items.filter(compileFilter(filter, clock.now()));
  return {
    data: {
      precision: next === undefined ? 'exact' : 'at_least',
      count: found.length,
      opted_out: found.filter(isOptedOut).length,
      looked_at: items.length,
      sample: found.slice(0, sampleMax).map(toContact),
    },
    next,
  };
};

export const listMatches = async (
  workspaceId: string,
  filter: SegmentFilter,
  page: PageRequest,
): Promise<Page<Contact>> => {
  const { items, next } = await listMatchingContacts(workspaceId, { filter }, page, 'eventual');
  return { items: items.map(toContact), next };
};
