import * as z from 'zod/mini';
import { segmentFilter, segmentRule } from '../../model/segments/filter.ts';
import { listedSegment, memberIds, segment, segmentChanges } from '../../model/segments/segment.ts';
import { uniqueName } from '../../model/unique-name.ts';
import { contactSample, ids, tagSample, times } from '../samples.ts';
import type { AreaTexts, FieldDoc, JsonObject, OperationDoc } from '../texts.ts';
import { addSegmentContacts, deleteSegment, removeSegmentContacts } from './contract.ts';

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

const segmentOperations: Record<string, OperationDoc> = {
  createSegment: {
    summary: 'Create a segment',
    row: 'create a static list of contacts, or a dynamic filter',
    description:
      'Creates a segment: a static list of contacts, to which contacts are added later, or a dynamic filter. A name ' +
      'that another segment has is a `bad_request`.',
    client: { call: 'segments.create' },
    request: { schema: 'NewSegment', examples: newSegmentExamples },
    response: { data: 'Segment', examples: { 201: { data: segmentSample } } },
  },
  listSegments: {
    summary: 'List segments',
    row: 'list segments, without their counts',
    description: 'Lists segments, newest first, without the number of their contacts.',
    client: { call: 'segments.list' },
    response: {
      data: 'ListedSegment',
      examples: { 200: { data: [listedSegmentSample], meta: { next_cursor: null } } },
    },
  },
  getSegment: {
    summary: 'Get a segment',
    row: 'one segment with its `member_count`',
    description: 'Returns one segment with the number of its contacts.',
    client: { call: 'segments.get' },
    parameters: { id },
    response: { data: 'Segment', examples: { 200: { data: segmentSample } } },
  },
  updateSegment: {
    summary: 'Update a segment',
    row: 'update the fields present; `kind` never changes',
    description:
      'Changes the fields that are present. The kind of a segment never changes, and `filter` for a static segment is ' +
      'a `bad_request`.',
    client: { call: 'segments.update' },
    parameters: { id },
    request: {
      schema: 'SegmentChanges',
      examples: { rename: { summary: 'Rename a segment', value: { name: 'Beta testers in May', description: null } } },
    },
    response: { data: 'Segment', examples: { 200: { data: { ...segmentSample, description: null } } } },
  },
  deleteSegment: {
    summary: 'Delete a segment',
    row: 'delete a segment; its contacts stay',
    description: 'Deletes a segment. Its contacts stay.',
    client: { call: 'segments.delete', comment: 'The contacts of the segment stay.' },
    parameters: { id },
    response: { data: 'Deleted', examples: { 200: { data: { id: ids.segment, deleted: true } } } },
  },
  listSegmentContacts: {
    summary: 'List contacts of a segment',
    row: 'the contacts in a segment',
    description:
      'Lists the contacts of a segment, newest first. A page of a filter that few contacts pass can be shorter than ' +
      '`limit` or even empty; only a null `next_cursor` ends the list.',
    client: { call: 'segments.contacts' },
    parameters: { id },
    response: { data: 'Contact', examples: { 200: { data: [member], meta: { next_cursor: null } } } },
  },
  addSegmentContacts: {
    summary: 'Add contacts to a segment',
    row: 'add up to 1,000 contacts to a static segment',
    description:
      'Adds contacts to a static segment. `added` counts only contacts that were not members before: compare it with ' +
      '`requested`. A dynamic segment is a `bad_request`.',
    client: { call: 'segments.addContacts', comment: 'Adds at most 1,000 contacts to a static segment.' },
    parameters: { id },
    request: { schema: 'SegmentMembers', examples: memberExamples },
    response: { data: 'AddedMembers', examples: { 200: changedMembers({ added: 1 }) } },
  },
  removeSegmentContacts: {
    summary: 'Remove contacts from a segment',
    row: 'remove up to 1,000 contacts from a static segment',
    description:
      'Removes contacts from a static segment. `removed` counts only contacts that were members. A dynamic segment is ' +
      'a `bad_request`.',
    client: { call: 'segments.removeContacts', comment: 'Removes at most 1,000 contacts from a static segment.' },
    parameters: { id },
    request: { schema: 'SegmentMembers', examples: memberExamples },
    response: { data: 'RemovedMembers', examples: { 200: changedMembers({ removed: 2 }) } },
  },
};

/** One schema for each kind of segment, where the service validates one flat object. A test compares the two. */
const named = { name: uniqueName, description: segmentChanges.shape.description };

const newStaticSegment = z.object({ ...named, kind: z.optional(z.nullable(z.literal('static'))) });

const newDynamicSegment = z.object({ ...named, kind: z.literal('dynamic'), filter: segmentFilter });

const newSegment = z.union([newStaticSegment, newDynamicSegment]);

const nameText = 'Name of the segment, unique in the workspace, ignoring case. Spaces around it are removed.';

const listedFields: Record<string, FieldDoc> = {
  id: 'Id of the segment.',
  name: 'Name of the segment.',
  description: 'What the segment is for.',
  color: { description: 'Color in which to show the segment; the service picks it.', pattern: '^#[0-9a-f]{6}$' },
  kind: 'Whether the segment is a list of contacts or a filter. It never changes.',
  filter: 'The filter of a dynamic segment; null for a static one.',
  created_at: 'When the segment was created.',
  updated_at: 'When the segment last changed.',
};

const changedFields: Record<string, FieldDoc> = {
  segment_id: 'Id of the segment.',
  requested: 'Number of ids in the request.',
};

export const texts: AreaTexts = {
  description: 'Named audiences: a static list of contacts, or a filter that is evaluated on every read.',
  components: {
    SegmentKind: {
      schema: segment.shape.kind,
      description: '`static` is an explicit list of contacts, `dynamic` a filter over all contacts.',
    },
    SegmentField: {
      schema: segmentRule.shape.field,
      description:
        'A field of a contact, or of its conversations, that a rule can test; `attributes.city` is the attribute `city`.',
    },
    SegmentOperator: {
      schema: segmentRule.shape.op,
      description:
        'How a rule tests its field. `has` and `not_has` are for tags; `before`, `after`, `within_days` and ' +
        '`not_within_days` for times; `channel` and `conversation_status` know `is` and `is_not`; `opted_out` knows `is`; texts ' +
        'and attributes know the rest, of which `less_than` and `greater_than` are for attributes that are numbers.',
    },
    SegmentRule: {
      schema: segmentRule,
      description: 'One test of a filter. Text compares ignoring case.',
      fields: {
        field: 'What the rule tests.',
        op: 'How the rule tests it.',
        value: {
          description:
            'What to compare with: a text, the name of a tag, a date-time for `before` and `after`, a whole number of ' +
            'days as a string, a number as a string, or `"true"` or `"false"` for `opted_out` and attributes. `exists` and `not_exists` need none.',
          type: 'string',
        },
      },
    },
    SegmentFilter: {
      schema: segmentFilter,
      description: 'Decides which contacts a dynamic segment has.',
      fields: { match: 'Whether a contact must pass all rules or any of them.', rules: 'The rules of the filter.' },
    },
    Segment: {
      schema: segment,
      description: 'A named audience, with the number of its contacts.',
      fields: {
        ...listedFields,
        member_count: 'Number of contacts in the segment.',
        member_count_as_of:
          'When a count in the background counted the contacts of a large dynamic segment; null for an exact count.',
      },
    },
    ListedSegment: {
      schema: listedSegment,
      description: 'A named audience as lists show it, without the number of its contacts.',
      fields: listedFields,
    },
    NewStaticSegment: {
      schema: newStaticSegment,
      description: 'A list of contacts, which starts empty.',
      fields: { name: nameText, description: 'What the segment is for.', kind: '`static`, which is the default.' },
    },
    NewDynamicSegment: {
      schema: newDynamicSegment,
      description: 'A filter over all contacts.',
      fields: {
        name: nameText,
        description: 'What the segment is for.',
        kind: '`dynamic`.',
        filter: 'Decides which contacts the segment has.',
      },
    },
    NewSegment: { schema: newSegment, description: 'A segment to create: a list of contacts, or a filter.' },
    SegmentChanges: {
      schema: segmentChanges,
      description: 'The fields of a segment to change. Fields that are left out stay as they are.',
      fields: {
        name: nameText,
        description: 'What the segment is for. Null clears it.',
        filter: 'Replaces the filter of a dynamic segment. A static segment has none.',
      },
    },
    SegmentMembers: {
      schema: memberIds,
      description: 'Contacts to add to a static segment or to remove from it.',
      fields: { contact_ids: 'Ids of contacts.' },
    },
    AddedMembers: {
      schema: addSegmentContacts.response().shape.data,
      description: 'How many contacts a request added to a segment.',
      fields: { ...changedFields, added: 'Number of contacts that were added. Members and unknown ids do not count.' },
    },
    RemovedMembers: {
      schema: removeSegmentContacts.response().shape.data,
      description: 'How many contacts a request removed from a segment.',
      fields: { ...changedFields, removed: 'Number of contacts that were members and were removed.' },
    },
    Deleted: {
      schema: deleteSegment.response().shape.data,
      description: 'Confirms that a resource was deleted.',
      fields: { id: 'Id of the deleted resource.', deleted: 'Always true.' },
    },
  },
  operations: segmentOperations,
};
