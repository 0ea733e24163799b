import * as z from 'zod/mini';
import { contactField, rowField } from '../contacts/values.ts';
import { fileError } from './audience-file.ts';

const count = z.int().check(z.minimum(0));

export const rejections = z.object({
  no_phone: count,
  invalid_phone: count,
  unknown_contact: count,
  duplicate: count,
  invalid_row: count,
});

/** Why recipients of a request are not accepted. */
export type Rejections = z.output<typeof rejections>;

export const noRejections: Rejections = {
  no_phone: 0,
  invalid_phone: 0,
  unknown_contact: 0,
  duplicate: 0,
  invalid_row: 0,
};

export const countRejected = (byReason: Rejections): number =>
  Object.values(byReason).reduce((sum, number) => sum + number, 0);

/** Counts accepted recipients by the `reason_code` that they would get. */
export const expectedFailures = z.object({ missing_value: count, opted_out: count, plan_limit_reached: count });

export type ExpectedFailures = z.output<typeof expectedFailures>;

export const missingValue = z.object({
  field: z.union([contactField, rowField]),
  with_default: count,
  without_default: count,
});

export type MissingValue = z.output<typeof missingValue>;

/** Why a person gets no message whom the service knows. */
export const exampleReasons = ['no_phone', 'opted_out', 'missing_value'] as const;

/** `contact_id` is null for a number that no contact has. */
export const previewExample = z.object({
  reason: z.enum(exampleReasons),
  contact_id: z.nullable(z.uuid()),
  phone: z.nullable(z.string()),
});

const shownExample = z.extend(previewExample, {
  name: z.nullable(z.string()),
  social_username: z.nullable(z.string()),
});

export type ShownExample = z.output<typeof shownExample>;

/** `minimum`: the size of the segment is not known, so the counts are those of the contacts that were read. */
const precisions = ['exact', 'estimate', 'minimum'] as const;

export const quotaPreview = z.object({
  month: z.string(),
  limit: z.nullable(count),
  used: count,
  left: z.nullable(count),
});

/** The expected effect of a broadcast. `expected_messages` is `accepted` without the expected failures. */
export const broadcastPreview = z.object({
  precision: z.enum(precisions),
  contacts_read: count,
  total_recipients: count,
  accepted: count,
  rejected: count,
  rejected_by_reason: rejections,
  expected_messages: count,
  expected_failures: expectedFailures,
  missing_values: z.array(missingValue),
  /** The first of each reason. */
  examples: z.array(previewExample),
  quota: quotaPreview,
  messages_per_second: z.number(),
  duration_seconds: count,
  scheduled_at: z.nullable(z.iso.datetime()),
  /** Present for a broadcast to a file. */
  file_errors: z.optional(z.array(fileError)),
});

export type BroadcastPreview = z.output<typeof broadcastPreview>;

/** The preview in the dashboard, for members who may read contacts. */
export const shownPreview = z.extend(broadcastPreview, { examples: z.array(shownExample) });

export type ShownPreview = z.output<typeof shownPreview>;
