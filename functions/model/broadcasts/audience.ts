import type { ContactValues, RowValues } from '../contacts/values.ts';
import type { TemplateParams } from '../templates/template.ts';

export interface AudienceEntry {
  phone: string;
  params?: TemplateParams;
  /** The contact's values when the audience was read, so a repeated call sends what the stored message shows. */
  values?: ContactValues;
  /** The cells of its line, for a broadcast to a file whose template names columns. */
  row?: RowValues;
  /** Set in a completed broadcast, or in the list of a scheduled one: the number is gone, and the entry is left out. */
  is_erased?: true;
}

/** Part of a listed audience that is looked up when the scheduled broadcast begins. */
export type ListedPage = { contact_ids: string[] } | { entries: AudienceEntry[] };

export interface Chunk {
  index: number;
  entries: AudienceEntry[];
  /** Messages reserved from the quota of `month`, on its `day`; all are absent until a worker reserves them. */
  reserved?: number;
  month?: string;
  day?: string;
}

/** One of the n workers of a broadcast: lane k sends chunks k, k + n, k + 2n … in order. */
export interface Lane {
  lane: number;
  chunk: number;
  is_completed: boolean;
  advanced_at: string;
}
