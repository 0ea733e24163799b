import * as z from 'zod/mini';
import { contact } from '../../model/contacts/contact.ts';
import { calls, manages, reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { people, peopleResult, previewRequest, segmentPreview, segmentUse } from '../../model/segments/preview.ts';
import { listedSegment, memberIds, newSegment, segment, segmentChanges } from '../../model/segments/segment.ts';
import { defineOperation } from '../operation.ts';

const segmentResponse = () => z.object({ data: segment });

const count = z.int().check(z.minimum(0));

const countGrants = [...calls('BatchGetItem', 'Query')] as const;

export const createSegment = defineOperation({
  method: 'POST',
  path: '/segments',
  status: 201,
  body: newSegment,
  response: segmentResponse,
  key: {
    access: 'contacts:write',
    grants: [
      ...countGrants,
      ...calls('GetItem', 'PutItem', 'UpdateItem'),
      ...reads('contact', 'tag', 'taggedContact'),
      ...writes('segmentName'),
      ...manages('segment'),
    ],
  },
  member: { role: 'admin', audit: 'segment.created' },
});

export const listSegments = defineOperation({
  method: 'GET',
  path: '/segments',
  paged: true,
  response: () => listResponse(listedSegment),
  key: { access: 'contacts:read', grants: [...calls('Query'), ...reads('segment')] },
  member: { role: 'agent' },
});

export const getSegment = defineOperation({
  method: 'GET',
  path: '/segments/{id}',
  params: idParams,
  response: segmentResponse,
  key: {
    access: 'contacts:read',
    grants: [
      ...countGrants,
      ...calls('GetItem', 'UpdateItem'),
      ...reads('contact', 'tag', 'taggedContact'),
      ...manages('segment'),
    ],
  },
  member: { role: 'agent' },
});

export const updateSegment = defineOperation({
  method: 'PATCH',
  path: '/segments/{id}',
  params: idParams,
  body: segmentChanges,
  response: segmentResponse,
  key: {
    access: 'contacts:write',
    grants: [
      ...countGrants,
      ...calls('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
      ...reads('contact', 'tag', 'taggedContact'),
      ...writes('segmentName'),
      ...manages('segment'),
    ],
  },
  member: { role: 'admin', audit: 'segment.changed' },
});

export const deleteSegment = defineOperation({
  method: 'DELETE',
  path: '/segments/{id}',
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
  key: {
    access: 'contacts:write',
    grants: [...calls('UpdateItem', 'DeleteItem'), ...writes('segment', 'segmentName')],
  },
  member: { role: 'admin', audit: 'segment.deleted' },
});

export const listSegmentContacts = defineOperation({
  method: 'GET',
  path: '/segments/{id}/contacts',
  paged: true,
  params: idParams,
  response: () => listResponse(contact),
  key: {
    access: 'contacts:read',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'Query'),
      ...reads('contact', 'segment', 'segmentMember', 'tag', 'taggedContact'),
    ],
  },
  member: { role: 'agent' },
});

export const addSegmentContacts = defineOperation({
  method: 'POST',
  path: '/segments/{id}/contacts',
  params: idParams,
  body: memberIds,
  response: () => z.object({ data: z.object({ segment_id: z.uuid(), requested: count, added: count }) }),
  key: {
    access: 'contacts:write',
    grants: [
      ...calls('GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'),
      ...reads('contact'),
      ...manages('segment', 'segmentMember'),
    ],
  },
  member: { role: 'admin', audit: 'segment.contacts_changed' },
});

export const removeSegmentContacts = defineOperation({
  method: 'DELETE',
  path: '/segments/{id}/contacts',
  params: idParams,
  body: memberIds,
  response: () => z.object({ data: z.object({ segment_id: z.uuid(), requested: count, removed: count }) }),
  key: {
    access: 'contacts:write',
    grants: [...calls('GetItem', 'BatchGetItem', 'UpdateItem', 'DeleteItem'), ...manages('segment', 'segmentMember')],
  },
  member: { role: 'admin', audit: 'segment.contacts_changed' },
});

/** Counts what a filter finds among the next 2,000 contacts. Until `next_cursor` is null, the next call counts on. */
export const previewSegment = defineOperation({
  method: 'POST',
  path: '/segments/preview',
  body: previewRequest,
  response: () => z.object({ data: segmentPreview, meta: z.object({ next_cursor: z.nullable(z.string()) }) }),
  member: { role: 'agent', isRead: true },
});

/** Everyone whom `previewSegment` counts, page by page. */
export const listMatches = defineOperation({
  method: 'POST',
  path: '/segments/matches',
  body: previewRequest,
  response: () => listResponse(contact),
  member: { role: 'agent', isRead: true },
});

/** The broadcasts to it, newest first. One that waits for its time would fail without the segment. */
export const listSegmentUses = defineOperation({
  method: 'GET',
  path: '/segments/{id}/uses',
  paged: true,
  params: idParams,
  response: () => listResponse(segmentUse),
  member: { role: 'agent' },
});

/** Where members send or see something else than keys. */
export const forMembers = {
  addSegmentContacts: { body: people, response: () => z.object({ data: peopleResult }) },
  removeSegmentContacts: { body: people, response: () => z.object({ data: peopleResult }) },
};
