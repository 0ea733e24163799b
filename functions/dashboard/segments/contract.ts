import * as z from 'zod/mini';
import { contact } from '../../model/contacts/contact.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { people, peopleResult, previewRequest, segmentPreview, segmentUse } from '../../model/segments/preview.ts';
import { listedSegment, newSegment, segment, segmentChanges } from '../../model/segments/segment.ts';
import { defineOperation } from '../operation.ts';

const read = { method: 'GET', role: 'agent', status: 200 } as const;
const readOne = { ...read, params: idParams } as const;
const segmentResponse = () => z.object({ data: segment });

export const listSegments = defineOperation({
  ...read,
  path: '/w/{workspace_id}/segments',
  paged: true,
  response: () => listResponse(listedSegment),
});

export const createSegment = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/segments',
  role: 'admin',
  audit: 'segment.created',
  status: 201,
  body: newSegment,
  response: segmentResponse,
});

/** What a filter finds among the next 2,000 contacts. Until `next_cursor` is null, the next call counts on. */
export const previewSegment = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/segments/preview',
  role: 'agent',
  status: 200,
  isRead: true,
  body: previewRequest,
  response: () => z.object({ data: segmentPreview, meta: z.object({ next_cursor: z.nullable(z.string()) }) }),
});

/** Everyone whom `previewSegment` counts, page by page. */
export const listMatches = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/segments/matches',
  role: 'agent',
  status: 200,
  isRead: true,
  body: previewRequest,
  response: () => listResponse(contact),
});

export const getSegment = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/segments/{id}',
  response: segmentResponse,
});

export const updateSegment = defineOperation({
  method: 'PATCH',
  path: '/w/{workspace_id}/segments/{id}',
  role: 'admin',
  audit: 'segment.changed',
  status: 200,
  params: idParams,
  body: segmentChanges,
  response: segmentResponse,
});

export const deleteSegment = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/segments/{id}',
  role: 'admin',
  audit: 'segment.deleted',
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
});

export const listSegmentContacts = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/segments/{id}/contacts',
  paged: true,
  response: () => listResponse(contact),
});

export const addSegmentContacts = defineOperation({
  method: 'POST',
  path: '/w/{workspace_id}/segments/{id}/contacts',
  role: 'admin',
  audit: 'segment.contacts_changed',
  status: 200,
  params: idParams,
  body: people,
  response: () => z.object({ data: peopleResult }),
});

export const removeSegmentContacts = defineOperation({
  method: 'DELETE',
  path: '/w/{workspace_id}/segments/{id}/contacts',
  role: 'admin',
  audit: 'segment.contacts_changed',
  status: 200,
  params: idParams,
  body: people,
  response: () => z.object({ data: peopleResult }),
});

/** The broadcasts to it, newest first. One that waits for its time would fail without the segment. */
export const listSegmentUses = defineOperation({
  ...readOne,
  path: '/w/{workspace_id}/segments/{id}/uses',
  paged: true,
  response: () => listResponse(segmentUse),
});
