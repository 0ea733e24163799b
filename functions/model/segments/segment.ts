import * as z from 'zod/mini';
import { id } from '../id.ts';
import { defaultedField, optionalField, textOrNull } from '../optional-field.ts';
import { toNameKey, uniqueName } from '../unique-name.ts';
import { segmentFilter } from './filter.ts';

const kinds = ['static', 'dynamic'] as const;

export const segment = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  color: z.string(),
  kind: z.enum(kinds),
  filter: z.nullable(segmentFilter),
  member_count: z.int().check(z.minimum(0)),
  /** Null for an exact count. Otherwise it is of this time; while the first count runs, it is what was found so far. */
  member_count_as_of: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

/** A list leaves out the member count, which is expensive for dynamic segments. */
export const listedSegment = z.omit(segment, { member_count: true, member_count_as_of: true });

export type ListedSegment = z.output<typeof listedSegment>;
export type Segment = z.output<typeof segment>;

/** Keeps an item, and a page of segments, within DynamoDB's limits. */
const description = z.optional(textOrNull(2_000));

/** A static segment's filter is dropped before validation, so an invalid one is not an error. */
const dropStaticFilter = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && Reflect.get(input, 'kind') !== 'dynamic'
    ? { ...input, filter: undefined }
    : input;

const newFields = z.object({
  name: uniqueName,
  description,
  kind: defaultedField(z.enum(kinds), 'static'),
  filter: optionalField(segmentFilter),
});

export const newSegment = z.pipe(z.transform<z.input<typeof newFields>, unknown>(dropStaticFilter), newFields);

export const segmentChanges = z.object({
  name: optionalField(uniqueName),
  description,
  filter: optionalField(segmentFilter),
});

export type NewSegment = z.output<typeof newSegment>;
export type SegmentChanges = z.output<typeof segmentChanges>;

export const toSegmentKey = toNameKey;

export const membersPerCallMax = 1_000;

export const memberIds = z.object({ contact_ids: z.array(id).check(z.minLength(1), z.maxLength(membersPerCallMax)) });
