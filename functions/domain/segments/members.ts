import { ApiError, notFound } from '../../model/api-error.ts';
import { type Contact, toContact } from '../../model/contacts/contact.ts';
import type { StoredContact } from '../../model/contacts/stored-contact.ts';
import { buildMaintenanceJob, type DeleteSegmentMembersJob } from '../../model/jobs/maintenance.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import type { People, PeopleResult } from '../../model/segments/preview.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import {
  findContactIds,
  findContactIdsByPhone,
  findContacts,
  findListedContacts,
} from '../../table/contacts/contacts.ts';
import type { Consistency } from '../../table/dynamodb/read.ts';
import {
  findMemberIds,
  membersPerWriteMax,
  putMembers,
  querySegmentMembers,
  removeMemberBatch,
  removeMembers,
} from '../../table/segments/members.ts';
import type { StoredSegment } from '../../table/segments/segments.ts';
import { normalizePhones } from '../contacts/phone-numbers.ts';
import { addLogFields } from '../log.ts';
import { findPageItems, newestFirst } from '../paging.ts';
import { enqueueJobs } from '../queues.ts';
import { listMatchingContacts } from './matching-contacts.ts';
import { getStoredSegment } from './segments.ts';

export const listSegmentContacts = async (
  workspaceId: string,
  segmentId: string,
  page: PageRequest,
): Promise<Page<Contact>> => {
  const { filter, tag_ids } = await getStoredSegment(workspaceId, segmentId);
  const { items, next } = filter
    ? await listMatchingContacts(workspaceId, { filter, tag_ids }, page, 'eventual')
    : await listSegmentMembers(workspaceId, segmentId, page, 'eventual');
  return { items: items.map(toContact), next };
};

/** `added` counts neither existing members nor ids that are not contacts of the workspace. */
export const addSegmentContacts = async (workspaceId: string, segmentId: string, contactIds: string[]) => {
  await requireStatic(workspaceId, segmentId);
  const existingIds = await findContactIds(workspaceId, [...new Set(contactIds)]);
  const added = await changeMembers(workspaceId, segmentId, existingIds, {
    appliesTo: 'non_members',
    write: putMembers,
  });
  return { segment_id: segmentId, requested: contactIds.length, added };
};

export const addPeople = (workspaceId: string, segmentId: string, people: People): Promise<PeopleResult> =>
  changePeople(workspaceId, segmentId, people, { appliesTo: 'non_members', write: putMembers });

export const removePeople = (workspaceId: string, segmentId: string, people: People): Promise<PeopleResult> =>
  changePeople(workspaceId, segmentId, people, { appliesTo: 'members', write: removeMembers });

const invalidShownMax = 100;

/** The pasted numbers are those of contacts: none is created. */
const changePeople = async (
  workspaceId: string,
  segmentId: string,
  { contact_ids = [], phones = [] }: People,
  change: MemberChange,
): Promise<PeopleResult> => {
  await requireStatic(workspaceId, segmentId);
  const numbers = await normalizePhones(workspaceId, phones);
  const given = [...new Set(numbers.flatMap((number) => number ?? []))];
  const idByPhone = await findContactIdsByPhone(workspaceId, given);
  const wantedIds = [...new Set(contact_ids)];
  const knownIds = new Set([...(await findContactIds(workspaceId, wantedIds)), ...idByPhone.values()]);
  const changed = await changeMembers(workspaceId, segmentId, [...knownIds], change);
  const invalid = phones.filter((_, index) => numbers[index] === undefined);
  return {
    changed,
    unchanged: knownIds.size - changed,
    unknown: wantedIds.filter((id) => !knownIds.has(id)).length + given.length - idByPhone.size,
    invalid: invalid.slice(0, invalidShownMax),
    invalid_count: invalid.length,
  };
};

export const removeSegmentContacts = async (workspaceId: string, segmentId: string, contactIds: string[]) => {
  await requireStatic(workspaceId, segmentId);
  const distinctIds = [...new Set(contactIds)];
  const removed = await changeMembers(workspaceId, segmentId, distinctIds, {
    appliesTo: 'members',
    write: removeMembers,
  });
  return { segment_id: segmentId, requested: contactIds.length, removed };
};

export const requireStatic = async (workspaceId: string, segmentId: string): Promise<StoredSegment> => {
  const segment = await getStoredSegment(workspaceId, segmentId);
  if (segment.kind === 'static') return segment;
  throw new ApiError(
    'bad_request',
    'The contacts of a dynamic segment come from its filter. Change the filter instead.',
  );
};

export const listSegmentMembers = async (
  workspaceId: string,
  segmentId: string,
  page: PageRequest,
  consistency: Consistency,
): Promise<Page<StoredContact>> => {
  const find = consistency === 'strong' ? findContacts : findListedContacts;
  const { items, next } = await findPageItems(await querySegmentMembers(segmentId, page), (ids) =>
    find(workspaceId, ids),
  );
  return { items: newestFirst(items), next };
};

interface MemberChange {
  appliesTo: 'members' | 'non_members';
  write: typeof putMembers;
}

/** Sequential: every write updates the segment's count, so parallel ones would only conflict. */
const changeMembers = async (
  workspaceId: string,
  segmentId: string,
  contactIds: string[],
  change: MemberChange,
): Promise<number> => {
  let changedCount = 0;
  for (let start = 0; start < contactIds.length; start += membersPerWriteMax) {
    changedCount += await changeBatch(
      workspaceId,
      segmentId,
      contactIds.slice(start, start + membersPerWriteMax),
      change,
    );
  }
  return changedCount;
};

const changeBatch = (
  workspaceId: string,
  segmentId: string,
  contactIds: string[],
  { appliesTo, write }: MemberChange,
) =>
  retryOnConflict(async () => {
    const members = await findMemberIds(segmentId, contactIds);
    const idsToChange = contactIds.filter((contactId) => members.has(contactId) === (appliesTo === 'members'));
    if (idsToChange.length === 0) return 0;
    const outcome = await write(workspaceId, segmentId, idsToChange);
    if (outcome === 'segment_not_found') throw notFound('segment');
    return outcome === 'written' ? idsToChange.length : 'conflict';
  });

/** A partition takes about 1,000 writes per second, so a run of 1,000 rows ends well before the function's timeout. Tests lower it. */
export const removalLimits = { rowsPerStep: 100, stepsPerRun: 10 };

/** Enqueues another run while rows remain. Idempotent, so concurrent runs are harmless. */
export const deleteSegmentMembers = async (job: DeleteSegmentMembersJob): Promise<void> => {
  addLogFields({ segment_id: job.segmentId });
  for (let step = 0; step < removalLimits.stepsPerRun; step += 1) {
    const hasMore = await removeMemberBatch(job.segmentId, removalLimits.rowsPerStep);
    if (!hasMore) return;
  }
  await enqueueJobs([buildMaintenanceJob(job)]);
};
