import * as z from 'zod/mini';

export const sincePresets = ['1h', '24h', '7d'] as const;

export type SincePreset = (typeof sincePresets)[number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const presetMs: Record<SincePreset, number> = { '1h': hourMs, '24h': 24 * hourMs, '7d': 7 * 24 * hourMs };

/** Part of the URL of a page: a period until now, or a time. */
export const sinceField = z.optional(z.union([z.enum(sincePresets), z.iso.datetime()]));

export const isPreset = (since: string): since is SincePreset => sincePresets.some((preset) => preset === since);

/** Rounded down to the minute, so that a page opened twice within a minute reads the same data. */
export const sinceTime = (since: string | undefined, nowMs: number): string | undefined => {
  if (since === undefined || !isPreset(since)) return since;
  return new Date(Math.floor((nowMs - presetMs[since]) / minuteMs) * minuteMs).toISOString();
};
