import * as z from 'zod/mini';
import { id } from './id.ts';
import { type TemplateChoice, type TemplateParams, templateChoice, templateParams } from './template.ts';

/** Canceled by an operator; sent when at least one message was; failed when none was. */
const broadcastStatuses = ['queued', 'sending', 'sent', 'failed', 'canceled'] as const;

const count = z.int().check(z.minimum(0));

/** A template on its way to many, as the API shows it. Pending, sent and failed ones are all that were accepted. */
export const broadcast = z.object({
  id: z.uuid(),
  name: z.string(),
  template_name: z.string(),
  template_language: z.string(),
  /** Null when the recipients were listed. */
  segment_id: z.nullable(z.uuid()),
  status: z.enum(broadcastStatuses),
  /** While a large segment is being read, this grows, and the two that it is made of. */
  total_recipients: count,
  accepted: count,
  /** Without a usable number, unknown, or named twice. */
  rejected: count,
  pending_count: count,
  /** Taken by the channel, whatever became of them then, unless they failed. */
  sent_count: count,
  delivered_count: count,
  read_count: count,
  /** Recipients who wrote back. */
  replied_count: count,
  failed_count: count,
  created_at: z.iso.datetime(),
  started_at: z.nullable(z.iso.datetime()),
  completed_at: z.nullable(z.iso.datetime()),
});

export type Broadcast = z.output<typeof broadcast>;

const listMax = 1_000;

/** Far more than any template can show; it keeps what is frozen together within one item of the table. */
const paramsCharactersMax = 16_384;

const isShort = z.refine((params: unknown) => JSON.stringify(params ?? null).length <= paramsCharactersMax, {
  error: `must have at most ${paramsCharactersMax} characters as JSON`,
});

const recipient = z.object({
  /** A phone number, read as in a message. */
  to: z.string(),
  /** In place of the template's own. */
  params: z.optional(templateParams.check(isShort)),
});

const requestBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  template: templateChoice.check(isShort),
  segment_id: z.nullish(id),
  /** Ids that are no contact's are counted as rejected. */
  contact_ids: z.nullish(z.array(z.string()).check(z.minLength(1), z.maxLength(listMax))),
  /** Numbers that cannot be used are counted as rejected. */
  recipients: z.nullish(z.array(recipient).check(z.minLength(1), z.maxLength(listMax))),
});

/** Whom a broadcast is for. */
export type RequestedAudience =
  | { kind: 'segment'; segmentId: string }
  | { kind: 'contacts'; contactIds: string[] }
  | { kind: 'numbers'; numbers: { to: string; params?: TemplateParams | undefined }[] };

export interface NewBroadcast {
  name: string;
  template: TemplateChoice;
  audience: RequestedAudience;
}

/** A broadcast as a caller asks for it, with exactly one audience. */
export const newBroadcast = z.pipe(
  requestBody,
  z.transform(({ name, template, ...audiences }, { issues }): NewBroadcast => {
    const [audience, ...extraAudiences] = toAudiences(audiences);
    if (!audience || extraAudiences.length > 0) {
      const message = 'must have exactly one of "segment_id", "contact_ids" and "recipients"';
      issues.push({ code: 'custom', path: [], message, input: audiences });
    }
    // What is refused is never used.
    return { name, template, audience: audience ?? { kind: 'numbers', numbers: [] } };
  }),
);

const toAudiences = ({
  segment_id: segmentId,
  contact_ids: contactIds,
  recipients: numbers,
}: Pick<z.output<typeof requestBody>, 'segment_id' | 'contact_ids' | 'recipients'>): RequestedAudience[] => [
  ...(segmentId ? [{ kind: 'segment' as const, segmentId }] : []),
  ...(contactIds ? [{ kind: 'contacts' as const, contactIds }] : []),
  ...(numbers ? [{ kind: 'numbers' as const, numbers }] : []),
];

/** How far a broadcast has come with one of its recipients: not asked for yet, then as the message goes. */
export const recipientStatuses = ['pending', 'sending', 'sent', 'delivered', 'read', 'failed'] as const;

export type RecipientStatus = (typeof recipientStatuses)[number];

/** What became of one recipient, as an operator sees it. */
export interface RecipientReport {
  phone: string;
  status: RecipientStatus;
  /** Of a failure: our own code, or the channel's number, where there is one. */
  reason_code: string | null;
  /** Of a failure: the words for it. */
  reason: string | null;
  /** Null until there is a message. */
  message_id: string | null;
  conversation_id: string | null;
  contact_id: string | null;
}
