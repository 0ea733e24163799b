import type { TemplateParams } from './template.ts';

export interface AudienceEntry {
  phone: string;
  params?: TemplateParams;
  /** Of a completed broadcast: the number is gone, and reports leave the entry out. */
  is_erased?: true;
}

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
