import * as z from 'zod/mini';
import { templateContents } from './contents.ts';

/** A template as its workspace sees it. */
export const listedTemplate = z.object({
  name: z.string(),
  language: z.string(),
  /** The channel's own words, such as APPROVED, UTILITY and INVALID_FORMAT. */
  status: z.nullable(z.string()),
  category: z.nullable(z.string()),
  /** GREEN, YELLOW, RED or UNKNOWN. */
  quality: z.nullable(z.string()),
  rejected_reason: z.nullable(z.string()),
  /** Why no send can use it, whatever its status. */
  problem: z.nullable(z.string()),
  /** How many values a send needs; null with a problem. */
  value_count: z.nullable(z.int()),
  body: z.nullable(z.string()),
  synced_at: z.iso.datetime(),
});

export type ListedTemplate = z.output<typeof listedTemplate>;

export const shownTemplate = z.extend(listedTemplate, { contents: templateContents });

export type ShownTemplate = z.output<typeof shownTemplate>;

export const templateFilterMax = { status: 40, q: 100 } as const;

export const templateQuery = z.object({
  status: z.optional(z.string().check(z.maxLength(templateFilterMax.status))),
  /** Searches for part of the name or of a text. */
  q: z.optional(z.string().check(z.maxLength(templateFilterMax.q))),
});

export type TemplateFilters = z.output<typeof templateQuery>;

/** Every name that the channel accepts is valid; others, which callers may send, can exceed the key size. */
export const templateNamePattern = /^\w{1,512}$/;
export const templateLanguagePattern = /^[\w-]{1,35}$/;

export const templatePath = z.object({
  name: z.string().check(z.regex(templateNamePattern)),
  language: z.string().check(z.regex(templateLanguagePattern)),
});

export const syncResult = z.object({ synced: z.number(), added: z.number(), changed: z.number(), removed: z.number() });

export type SyncResult = z.output<typeof syncResult>;
