import type { OperationDoc } from '../area.ts';
import { ids, phone, tagSample, times } from './samples.ts';
import {
  changedMembers,
  listedSegmentSample,
  memberExamples,
  newSegmentExamples,
  segmentSample,
} from './segment-examples.ts';

const id = 'Id of the segment.';

const member = {
  id: ids.contact,
  phone,
  social_username: null,
  channels: ['msgapp'],
  name: 'Ana Torres',
  email: null,
  company: null,
  avatar_url: null,
  tags: [tagSample],
  opted_out_at: null,
  created_at: times.created,
  updated_at: times.updated,
};

export const segmentOperations: Record<string, OperationDoc> = {
  createSegment: {
    description:
      'Creates a segment: a static list of contacts, to which contacts are added later, or a dynamic filter. A name ' +
      'that another segment has is a `bad_request`.',
    request: { schema: 'NewSegment', examples: newSegmentExamples },
    response: { data: 'Segment', examples: { 201: { data: segmentSample } } },
  },
  listSegments: {
    description: 'Lists segments, newest first, without the number of their contacts.',
    response: {
      data: 'ListedSegment',
      examples: { 200: { data: [listedSegmentSample], meta: { next_cursor: null } } },
    },
  },
  getSegment: {
    description: 'Returns one segment with the number of its contacts.',
    parameters: { id },
    response: { data: 'Segment', examples: { 200: { data: segmentSample } } },
  },
  updateSegment: {
    description:
      'Changes the fields that are present. The kind of a segment never changes, and `filter` for a static segment is ' +
      'a `bad_request`.',
    parameters: { id },
    request: {
      schema: 'SegmentChanges',
      examples: { rename: { summary: 'Rename a segment', value: { name: 'Active VIPs', description: null } } },
    },
    response: { data: 'Segment', examples: { 200: { data: { ...segmentSample, description: null } } } },
  },
  deleteSegment: {
    description: 'Deletes a segment. Its contacts stay.',
    parameters: { id },
    response: { data: 'Deleted', examples: { 200: { data: { id: ids.segment, deleted: true } } } },
  },
  listSegmentContacts: {
    description:
      'Lists the contacts of a segment, newest first. A page of a filter that few contacts pass can be shorter than ' +
      '`limit` or even empty; only a null `next_cursor` ends the list.',
    parameters: { id },
    response: { data: 'Contact', examples: { 200: { data: [member], meta: { next_cursor: null } } } },
  },
  addSegmentContacts: {
    description:
      'Adds contacts to a static segment. `added` counts only contacts that were not members before: compare it with ' +
      '`requested`. A dynamic segment is a `bad_request`.',
    parameters: { id },
    request: { schema: 'SegmentMembers', examples: memberExamples },
    response: { data: 'AddedMembers', examples: { 200: changedMembers({ added: 1 }) } },
  },
  removeSegmentContacts: {
    description:
      'Removes contacts from a static segment. `removed` counts only contacts that were members. A dynamic segment is ' +
      'a `bad_request`.',
    parameters: { id },
    request: { schema: 'SegmentMembers', examples: memberExamples },
    response: { data: 'RemovedMembers', examples: { 200: changedMembers({ removed: 2 }) } },
  },
};
