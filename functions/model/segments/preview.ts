import * as z from 'zod/mini';
import { broadcast } from '../broadcasts/broadcast.ts';
import { contact } from '../contacts/contact.ts';
import { id } from '../id.ts';
import { optionalField } from '../optional-field.ts';
import { segmentFilter } from './filter.ts';
import { membersPerCallMax } from './segment.ts';

const count = z.int().check(z.minimum(0));

export const previewRequest = z.object({ filter: segmentFilter, cursor: optionalField(z.string()) });

/** The findings of one call. The counts of several calls, of which each continues the one before, add up. */
export const segmentPreview = z.object({
  /** `at_least` as long as there is a next cursor. */
  precision: z.enum(['exact', 'at_least']),
  count,
  opted_out: count,
  looked_at: count,
  /** The newest, at most 8. */
  sample: z.array(contact),
});

export type SegmentPreview = z.output<typeof segmentPreview>;

/** Contacts by id, or by phone number as a person pastes it. */
export const people = z
  .object({
    contact_ids: optionalField(z.array(id).check(z.maxLength(membersPerCallMax))),
    phones: optionalField(z.array(z.string()).check(z.maxLength(membersPerCallMax))),
  })
  .check(({ value, issues }) => {
    const { contact_ids = [], phones = [] } = value;
    if (contact_ids.length + phones.length > 0) return;
    issues.push({ code: 'custom', input: value, path: ['contact_ids'], message: 'must not be empty without "phones"' });
  });

export type People = z.output<typeof people>;

export const peopleResult = z.object({
  /** The number of contacts that were added or removed. */
  changed: count,
  /** The number of contacts that were in the segment already, or were not in it. */
  unchanged: count,
  /** No contact of the workspace has the id or the number. */
  unknown: count,
  /** The given texts that are no phone numbers; at most 100 of them. */
  invalid: z.array(z.string()),
  invalid_count: count,
});

export type PeopleResult = z.output<typeof peopleResult>;

export const segmentUse = z.extend(
  z.pick(broadcast, { name: true, status: true, scheduled_at: true, created_at: true }),
  {
    broadcast_id: z.uuid(),
    is_waiting: z.boolean(),
    /** How many people were in the segment then; null until its broadcast has ended. */
    size: z.nullable(count),
  },
);

export type SegmentUse = z.output<typeof segmentUse>;
