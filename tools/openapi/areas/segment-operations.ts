import type { OperationDoc } from '../area.ts';
import type { JsonObject } from '../schema.ts';
import { contactSample, ids, tagSample, times } from './samples.ts';

const { created, updated } = times;

const filter = {
  match: 'all',
  rules: [
    { field: 'tag', op: 'has', value: tagSample.name },
    { field: 'last_inbound_at', op: 'within_days', value: '30' },
  ],
};

const listed = {
  id: ids.segment,
  name: 'Active VIPs',
  description: 'Wrote within the last 30 days',
  color: '#3b82f6',
  kind: 'dynamic',
  filter,
};

const stamps = { created_at: created, updated_at: updated };

const segmentSample = { ...listed, member_count: 128, member_count_as_of: null, ...stamps };

const listedSegmentSample = { ...listed, ...stamps };

const newSegmentExamples = {
  static: { summary: 'A list of contacts', value: { name: 'Beta testers', kind: 'static' } },
  dynamic: {
    summary: 'A filter over all contacts',
    value: { name: 'Active VIPs', description: 'Wrote within the last 30 days', kind: 'dynamic', filter },
  },
};

const memberExamples = {
  contacts: { summary: 'Two contacts', value: { contact_ids: [ids.contact, ids.otherContact] } },
};

const changedMembers = (count: JsonObject): JsonObject => ({
  data: { segment_id: ids.segment, requested: 2, ...count },
});

const id = 'Id of the segment.';

const member = { ...contactSample, email: null, company: null };

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
      examples: { rename: { summary: 'Rename a segment', value: { name: 'Beta testers in May', description: null } } },
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
