import type { JsonObject } from '../schema.ts';
import { ids, tagSample, times } from './samples.ts';

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

export const segmentSample = { ...listed, member_count: 128, member_count_as_of: null, ...stamps };

export const listedSegmentSample = { ...listed, ...stamps };

export const newSegmentExamples = {
  static: { summary: 'A list of contacts', value: { name: 'Beta testers', kind: 'static' } },
  dynamic: {
    summary: 'A filter over all contacts',
    value: { name: 'Active VIPs', description: 'Wrote within the last 30 days', kind: 'dynamic', filter },
  },
};

export const memberExamples = {
  contacts: { summary: 'Two contacts', value: { contact_ids: [ids.contact, ids.otherContact] } },
};

export const changedMembers = (count: JsonObject): JsonObject => ({
  data: { segment_id: ids.segment, requested: 2, ...count },
});
