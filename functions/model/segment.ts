import * as z from 'zod/mini';
import { id } from './id.ts';
import { segmentFilter } from './segment-filter.ts';

const kinds = ['static', 'dynamic'] as const;

/** A named audience, as lists show it: without the count, which a dynamic segment would have to work out. */
export const listedSegment = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.nullable(z.string()),
  color: z.string(),
  kind: z.enum(kinds),
  /** Null for a static segment, whose members are a list. */
  filter: z.nullable(segmentFilter),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export const segment = z.extend(listedSegment, { member_count: z.int().check(z.minimum(0)) });

export type ListedSegment = z.output<typeof listedSegment>;
export type Segment = z.output<typeof segment>;

/** Kept trimmed and composed, so that equal names are equal strings. */
const segmentName = z.string().check(z.trim(), z.normalize('NFC'), z.minLength(1), z.maxLength(80));

/** The contract sets no limit, yet an item of the table has one, and so has a page of segments. */
const description = z.nullable(z.string().check(z.maxLength(2_000)));

/** Only a dynamic segment has a filter: that of any other is dropped before anybody looks whether it is sound. */
const dropStaticFilter = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && Reflect.get(input, 'kind') !== 'dynamic'
    ? { ...input, filter: undefined }
    : input;

export const newSegment = z.pipe(
  z.transform(dropStaticFilter),
  z.object({
    name: segmentName,
    description: z.optional(description),
    kind: z._default(z.enum(kinds), 'static'),
    filter: z.optional(z.nullable(segmentFilter)),
  }),
);

export const segmentChanges = z.object({
  name: z.optional(segmentName),
  description: z.optional(description),
  filter: z.optional(z.nullable(segmentFilter)),
});

export type NewSegment = z.output<typeof newSegment>;
export type SegmentChanges = z.output<typeof segmentChanges>;

/** What makes a segment's name unique in its workspace. */
export const toSegmentKey = (name: string): string => name.toLowerCase();

const membersPerCallMax = 1_000;

/** The contacts that a call adds to a static segment or takes out of it. */
export const memberIds = z.object({
  contact_ids: z.array(id).check(z.minLength(1), z.maxLength(membersPerCallMax)),
});

/** Tells the background that a segment is gone and its members' rows are to go too. */
export const deleteSegmentMembersJob = z.object({ segment_id: z.uuid() });

export type DeleteSegmentMembersJob = z.output<typeof deleteSegmentMembersJob>;
