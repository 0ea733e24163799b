import * as z from 'zod/mini';

const neededHeaders = ['text', 'image', 'video', 'document', 'location'] as const;
export const neededButtons = ['url', 'copy_code', 'otp', 'quick_reply'] as const;

export const neededButton = z.object({
  /** The position among all buttons of the template. */
  index: z.int().check(z.minimum(0)),
  kind: z.enum(neededButtons),
  text: z.string(),
  required: z.boolean(),
});

const parts = { header: z.nullable(z.enum(neededHeaders)), body: z.array(z.string()), buttons: z.array(neededButton) };

export const neededCard = z.object(parts);

/** The values that a send must or may give, by the part of the template that shows them. */
export const neededParams = z.object({ ...parts, cards: z.array(neededCard) });

export type NeededParams = z.output<typeof neededParams>;
export type NeededCard = z.output<typeof neededCard>;

/** A template as callers of the API see it. Status, category, quality and reason are the channel's own words. */
export const sendableTemplate = z.object({
  name: z.string(),
  language: z.string(),
  category: z.nullable(z.string()),
  status: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  quality: z.nullable(z.string()),
  text: z.nullable(z.string()),
  params: z.nullable(neededParams),
  problem: z.nullable(z.string()),
  synced_at: z.iso.datetime(),
});

export type SendableTemplate = z.output<typeof sendableTemplate>;

/** The channel refuses every send of a template with another status. */
const defaultStatus = 'approved';

export const anyStatus = 'all';

const statuses = ['approved', 'pending', 'rejected', 'paused', 'disabled', 'in_appeal', 'pending_deletion', anyStatus];

const isKnown = z.refine<string>((status) => statuses.includes(status.toLowerCase()), {
  error: `must be one of ${statuses.join(', ')}`,
});

export const sendableTemplateQuery = z.object({ status: z._default(z.string().check(isKnown), defaultStatus) });

export type SendableTemplateFilters = z.output<typeof sendableTemplateQuery>;

/** Checked by the domain, so every template that cannot exist is the same 404. */
export const templateKey = z.object({ name: z.string(), language: z.string() });
