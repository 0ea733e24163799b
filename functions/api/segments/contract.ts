import * as z from 'zod/mini';
import { contact } from '../../model/contacts/contact.ts';
import { reads, writes } from '../../model/grant.ts';
import { idParams } from '../../model/id.ts';
import { listResponse } from '../../model/page.ts';
import { listedSegment, memberIds, newSegment, segment, segmentChanges } from '../../model/segments/segment.ts';
import { defineEndpoint } from '../endpoint.ts';

const segmentResponse = () => z.object({ data: segment });
const count = z.int().check(z.minimum(0));

const countGrants = ['table:BatchGetItem', 'table:Query'] as const;

export const createSegment = defineEndpoint({
  operationId: 'createSegment',
  method: 'POST',
  path: '/segments',
  summary: 'Create a segment',
  access: 'contacts:write',
  grants: [
    'table:GetItem',
    'table:PutItem',
    'table:UpdateItem',
    ...countGrants,
    ...reads('contact', 'segment', 'tag', 'taggedContact'),
    ...writes('segment', 'segmentName'),
  ],
  status: 201,
  body: newSegment,
  response: segmentResponse,
});

export const listSegments = defineEndpoint({
  operationId: 'listSegments',
  method: 'GET',
  path: '/segments',
  summary: 'List segments',
  access: 'contacts:read',
  grants: ['table:Query', ...reads('segment')],
  status: 200,
  paged: true,
  response: () => listResponse(listedSegment),
});

export const getSegment = defineEndpoint({
  operationId: 'getSegment',
  method: 'GET',
  path: '/segments/{id}',
  summary: 'Get a segment',
  access: 'contacts:read',
  grants: [
    'table:GetItem',
    'table:UpdateItem',
    ...countGrants,
    ...reads('contact', 'segment', 'tag', 'taggedContact'),
    ...writes('segment'),
  ],
  status: 200,
  params: idParams,
  response: segmentResponse,
});

export const updateSegment = defineEndpoint({
  operationId: 'updateSegment',
  method: 'PATCH',
  path: '/segments/{id}',
  summary: 'Update a segment',
  access: 'contacts:write',
  grants: [
    'table:GetItem',
    'table:PutItem',
    'table:UpdateItem',
    'table:DeleteItem',
    ...countGrants,
    ...reads('contact', 'segment', 'tag', 'taggedContact'),
    ...writes('segment', 'segmentName'),
  ],
  status: 200,
  params: idParams,
  body: segmentChanges,
  response: segmentResponse,
});

export const deleteSegment = defineEndpoint({
  operationId: 'deleteSegment',
  method: 'DELETE',
  path: '/segments/{id}',
  summary: 'Delete a segment',
  access: 'contacts:write',
  grants: ['table:UpdateItem', 'table:DeleteItem', ...writes('segment', 'segmentName')],
  status: 200,
  params: idParams,
  response: () => z.object({ data: z.object({ id: z.uuid(), deleted: z.literal(true) }) }),
});

export const listSegmentContacts = defineEndpoint({
  operationId: 'listSegmentContacts',
  method: 'GET',
  path: '/segments/{id}/contacts',
  summary: 'List contacts of a segment',
  access: 'contacts:read',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:Query',
    ...reads('contact', 'segment', 'segmentMember', 'tag', 'taggedContact'),
  ],
  status: 200,
  paged: true,
  params: idParams,
  response: () => listResponse(contact),
});

export const addSegmentContacts = defineEndpoint({
  operationId: 'addSegmentContacts',
  method: 'POST',
  path: '/segments/{id}/contacts',
  summary: 'Add contacts to a segment',
  access: 'contacts:write',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:PutItem',
    'table:UpdateItem',
    ...reads('contact', 'segment', 'segmentMember'),
    ...writes('segment', 'segmentMember'),
  ],
  status: 200,
  params: idParams,
  body: memberIds,
  response: () => z.object({ data: z.object({ segment_id: z.uuid(), requested: count, added: count }) }),
});

export const removeSegmentContacts = defineEndpoint({
  operationId: 'removeSegmentContacts',
  method: 'DELETE',
  path: '/segments/{id}/contacts',
  summary: 'Remove contacts from a segment',
  access: 'contacts:write',
  grants: [
    'table:GetItem',
    'table:BatchGetItem',
    'table:UpdateItem',
    'table:DeleteItem',
    ...reads('segment', 'segmentMember'),
    ...writes('segment', 'segmentMember'),
  ],
  status: 200,
  params: idParams,
  body: memberIds,
  response: () => z.object({ data: z.object({ segment_id: z.uuid(), requested: count, removed: count }) }),
});
