import * as z from 'zod/mini';
import {
  columnError,
  hasColumns,
  hasFewPlaceholders,
  namesKnownFields,
  namesNoColumns,
  placeholdersError,
  templateNamesKnownFields,
} from '../contacts/values.ts';
import { id } from '../id.ts';
import { optionalField } from '../optional-field.ts';
import {
  hasShortParams,
  isShort,
  type TemplateChoice,
  type TemplateParams,
  templateChoice,
  templateParams,
} from '../templates/template.ts';
import { fileError } from './audience-file.ts';
import { failureReason } from './recipient.ts';

/** A broadcast ends as `sent` if at least one message was sent, else as `failed`, unless it was canceled. */
const broadcastStatuses = ['queued', 'sending', 'sent', 'failed', 'canceled'] as const;

const count = z.int().check(z.minimum(0));

/** `accepted` is the sum of `pending_count`, `sent_count` and `failed_count`. */
export const broadcast = z.object({
  id: z.uuid(),
  name: z.string(),
  template_name: z.string(),
  template_language: z.string(),
  segment_id: z.nullable(z.uuid()),
  status: z.enum(broadcastStatuses),
  /** While a large segment is read: the size of a static one, else what is read so far. */
  total_recipients: count,
  accepted: count,
  rejected: count,
  pending_count: count,
  sent_count: count,
  delivered_count: count,
  read_count: count,
  replied_count: count,
  failed_count: count,
  created_at: z.iso.datetime(),
  scheduled_at: z.nullable(z.iso.datetime()),
  started_at: z.nullable(z.iso.datetime()),
  completed_at: z.nullable(z.iso.datetime()),
  failure_reason: z.nullable(failureReason),
  /** Present for a broadcast to a file, once the file is read. */
  file_errors: z.optional(z.array(fileError)),
});

export type Broadcast = z.output<typeof broadcast>;

export const recipientsMax = 1_000;

const recipient = z.object({
  to: z.string(),
  params: optionalField(templateParams.check(isShort, namesKnownFields, namesNoColumns)),
});

const time = z.iso.datetime({ offset: true, error: 'must be a time, such as 2026-11-15T09:30:00Z' });

export const broadcastInput = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  template: templateChoice.check(hasShortParams, templateNamesKnownFields),
  scheduled_at: optionalField(time),
  dry_run: optionalField(z.boolean()),
  segment_id: optionalField(id),
  contact_ids: optionalField(z.array(z.string()).check(z.minLength(1), z.maxLength(recipientsMax))),
  recipients: optionalField(z.array(recipient).check(z.minLength(1), z.maxLength(recipientsMax))),
  file_id: optionalField(id),
});

/** A dry run is an operation of its own. */
const isNoDryRun = z.refine<NewBroadcast>(({ isDryRun }) => !isDryRun, {
  path: ['dry_run'],
  error: 'must be left out',
});

export type RequestedAudience =
  | { kind: 'segment'; segmentId: string }
  | { kind: 'contacts'; contactIds: string[] }
  | { kind: 'numbers'; numbers: { to: string; params?: TemplateParams | undefined }[] }
  | { kind: 'file'; fileId: string };

export interface NewBroadcast {
  name: string;
  template: TemplateChoice;
  audience: RequestedAudience;
  /** Without it, sending begins at once. */
  scheduledAt?: string | undefined;
  isDryRun?: boolean | undefined;
}

export const newBroadcast = z.pipe(
  broadcastInput,
  z.transform(({ name, template, scheduled_at, dry_run, ...audiences }, { issues }): NewBroadcast => {
    const [audience, ...extraAudiences] = toAudiences(audiences);
    if (!audience || extraAudiences.length > 0) {
      const message = 'must have exactly one of "segment_id", "contact_ids", "recipients" and "file_id"';
      issues.push({ code: 'custom', path: [], message, input: audiences });
    }
    if (audience && audience.kind !== 'file' && hasColumns(template.params))
      issues.push({ code: 'custom', path: ['template', 'params'], message: columnError, input: template });
    const ownParams = audience?.kind === 'numbers' ? audience.numbers.map(({ params }) => params) : [];
    if (!hasFewPlaceholders(template.params, ...ownParams)) {
      const path = hasFewPlaceholders(template.params) ? ['recipients'] : ['template', 'params'];
      issues.push({ code: 'custom', path, message: placeholdersError, input: template });
    }
    // The value is discarded when there are issues.
    return {
      name,
      template,
      audience: audience ?? { kind: 'numbers', numbers: [] },
      scheduledAt: scheduled_at,
      isDryRun: dry_run,
    };
  }),
);

export const sentBroadcast = /* @__PURE__ */ newBroadcast.check(isNoDryRun);

const toAudiences = ({
  segment_id: segmentId,
  contact_ids: contactIds,
  recipients: numbers,
  file_id: fileId,
}: Pick<
  z.output<typeof broadcastInput>,
  'segment_id' | 'contact_ids' | 'recipients' | 'file_id'
>): RequestedAudience[] => [
  ...(segmentId ? [{ kind: 'segment' as const, segmentId }] : []),
  ...(contactIds ? [{ kind: 'contacts' as const, contactIds }] : []),
  ...(numbers ? [{ kind: 'numbers' as const, numbers }] : []),
  ...(fileId ? [{ kind: 'file' as const, fileId }] : []),
];

/** `pending` until the channel is called, then the status of the message; `canceled` if it was not called in time. */
export const recipientStatuses = ['pending', 'sending', 'sent', 'delivered', 'read', 'failed', 'canceled'] as const;

export type RecipientStatus = (typeof recipientStatuses)[number];

export const recipientReport = z.object({
  phone: z.string(),
  status: z.enum(recipientStatuses),
  reason_code: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  message_id: z.nullable(z.uuid()),
  conversation_id: z.nullable(z.uuid()),
  contact_id: z.nullable(z.uuid()),
});

export type RecipientReport = z.output<typeof recipientReport>;

export const failureGroup = z.object({
  code: z.string(),
  reason: z.nullable(z.string()),
  remedy: z.string(),
  /** The same message can succeed later. */
  is_temporary: z.boolean(),
  count,
});

export type FailureGroup = z.output<typeof failureGroup>;

export const resend = z.pick(broadcastInput, { name: true, scheduled_at: true });

export type Resend = z.output<typeof resend>;

/** One message of the broadcast, to a number of the member's own. */
export const broadcastTest = z.extend(z.pick(broadcastInput, { template: true }), { to: z.string() });

/** A broadcast as the dashboard shows it. */
export const shownBroadcast = z.extend(broadcast, {
  /** The number of people whose reply opted out of broadcasts. */
  opted_out_count: count,
  /** The part of `failed_count` that can get the same message later. */
  temporary_count: count,
  /** It is scheduled and has not begun yet. */
  is_waiting: z.boolean(),
  /** Null without a segment, or if it was deleted. */
  segment_name: z.nullable(z.string()),
});

/** `running`: its audience is being read, or it is being sent. */
export const broadcastStages = ['scheduled', 'running', 'sent', 'failed', 'canceled'] as const;

export type BroadcastStage = (typeof broadcastStages)[number];

export const broadcastQuery = z.object({ status: z.optional(z.enum(broadcastStages)) });

export type ShownBroadcast = z.output<typeof shownBroadcast>;

/**
 * A resend that sent nothing and has no temporary failures of its own, so its original may be sent again. With such
 * failures, the same people could get the message from both.
 */
export const isVoidResend = ({ started_at, completed_at, temporary_count }: ShownBroadcast): boolean =>
  completed_at !== null && started_at === null && temporary_count === 0;

/** A broadcast as one contact got it. */
export const contactBroadcast = z.extend(recipientReport, {
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
});

export type ContactBroadcast = z.output<typeof contactBroadcast>;

export const recipientQuery = z.object({ status: z.optional(z.enum(recipientStatuses)) });

/** A recipient as the dashboard shows it. */
export const shownRecipient = z.extend(recipientReport, {
  name: z.nullable(z.string()),
  /** When the contact opted out, if that was after the message. */
  opted_out_at: z.nullable(z.iso.datetime()),
  /** Why the channel is called again, and how often it was called. */
  retry: z.optional(z.object({ code: z.string(), calls: count })),
  /** The values that the request had for this recipient alone. */
  params: z.optional(templateParams),
});

export type ShownRecipient = z.output<typeof shownRecipient>;

export const shownRecipientQuery = z.extend(recipientQuery, {
  /** The `reason_code` of a failure. */
  reason: z.optional(z.string().check(z.maxLength(64))),
  /** Lists only people who opted out after the message. */
  opted_out: z.optional(z.literal('true')),
});

export type RecipientFilter = z.output<typeof shownRecipientQuery>;
