import { type FileError, fileErrorsMax } from '../../../functions/model/broadcasts/audience-file.ts';
import type { BroadcastStage, FailureGroup, ShownBroadcast } from '../../../functions/model/broadcasts/broadcast.ts';
import type { Tone } from '../../components/feedback/tone.ts';
import { broadcastTexts } from '../../texts/en/broadcasts.ts';
import { locale } from '../../texts/locale.ts';
import { relativeTime } from '../../texts/time.ts';

type Stage = BroadcastStage | 'reading';

export const stageOf = ({ status, is_waiting }: Pick<ShownBroadcast, 'status' | 'is_waiting'>): Stage => {
  if (status === 'queued') return is_waiting ? 'scheduled' : 'reading';
  return status === 'sending' ? 'running' : status;
};

const stageTones: Record<Stage, Tone> = {
  scheduled: 'off',
  reading: 'warn',
  running: 'warn',
  sent: 'ok',
  failed: 'bad',
  canceled: 'off',
};

/** Sent is not all in order where people did not get it. */
export const stageBadge = (broadcast: ShownBroadcast): { tone: Tone; children: string } => {
  const stage = stageOf(broadcast);
  return stage === 'sent' && broadcast.failed_count > 0
    ? { tone: 'warn', children: broadcastTexts.sentToSome }
    : { tone: stageTones[stage], children: broadcastTexts.stages[stage] };
};

/** How long it took, or what is left, is told in seconds at first. */
export const secondsWords = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;

/** It changes by itself within seconds: also one whose time has come, or that was canceled and resolves the rest. */
export const isMoving = ({ is_waiting, scheduled_at, completed_at }: ShownBroadcast): boolean =>
  completed_at === null && !(is_waiting && Date.parse(scheduled_at ?? '') > Date.now());

const receiptsMs = 60 * 60_000;

/** Receipts arrive for a while after the last message. */
export const isFinal = ({ completed_at }: ShownBroadcast): boolean =>
  completed_at !== null && Date.now() - Date.parse(completed_at) > receiptsMs;

export const audienceWords = ({ segment_id, segment_name, total_recipients }: ShownBroadcast): string =>
  segment_id === null ? broadcastTexts.numbers(total_recipients) : (segment_name ?? broadcastTexts.deletedSegment);

export interface Reading {
  atMs: number;
  done: number;
}

const windowMs = 20_000;

/** The readings that the pace is taken from: those of the last seconds, and at least two. */
export const keepReadings = (readings: readonly Reading[], next: Reading): Reading[] => {
  const last = readings.at(-1);
  if (last && next.done <= last.done) return [...readings];
  const recent = readings.filter(({ atMs }, index) => index === readings.length - 1 || next.atMs - atMs <= windowMs);
  return [...recent, next];
};

export const paceOf = (readings: readonly Reading[]): number | undefined => {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last || last.atMs <= first.atMs) return undefined;
  return ((last.done - first.done) * 1_000) / (last.atMs - first.atMs);
};

/** Without progress for so long, what is left waits for another try. */
const stalledMs = 20_000;

export const isStalled = (
  readings: readonly Reading[],
  { status, pending_count }: Pick<ShownBroadcast, 'status' | 'pending_count'>,
  nowMs: number,
): boolean => status === 'sending' && pending_count > 0 && nowMs - (readings.at(-1)?.atMs ?? nowMs) > stalledMs;

/** The counts of several pages, most frequent first. */
export const mergeFailures = (groups: readonly FailureGroup[]): FailureGroup[] => {
  const merged = new Map<string, FailureGroup>();
  for (const group of groups) {
    const before = merged.get(group.code);
    merged.set(group.code, before ? { ...before, count: before.count + group.count } : group);
  }
  return [...merged.values()].sort((one, other) => other.count - one.count);
};

/** Where in a file people are who get no message, by one fault or by all. The service names the first lines. */
export const linesWords = (errors: readonly FileError[] = [], code?: string): string => {
  const lines = errors.filter((error) => code === undefined || error.code === code).map(({ line }) => line);
  return lines.length > 0 ? broadcastTexts.lines(lines, errors.length === fileErrorsMax) : '';
};

/** A large broadcast, or marketing, asks the person to type the number of people. */
export const mustTypeNumber = (number: number, category: string | null | undefined): boolean =>
  number >= 1_000 || category?.toUpperCase() === 'MARKETING';

/** The card to which the words of a refusal belong. */
export const cardOf = (message: string): 'message' | 'audience' | 'time' | 'check' => {
  if (/^"scheduled_at/.test(message)) return 'time';
  if (/^"(segment_id|contact_ids|recipients|file_id)|^The (segment|file) |^None of the/.test(message))
    return 'audience';
  return /template|^"params/i.test(message) ? 'message' : 'check';
};

const toTheMinute = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });

/** November 19, 2026 at 6:00 PM, for a time that a person chose. */
export const minuteTime = (atMs: number): string => toTheMinute.format(atMs);

/** The zone of the browser, in which broadcasts are scheduled. */
export const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** "in 1 h 34 min" within a day, and relative beyond that. */
export const timeUntil = (atMs: number, nowMs: number): string => {
  const minutes = Math.ceil((atMs - nowMs) / 60_000);
  if (minutes < 1 || minutes >= 24 * 60) return relativeTime(atMs, nowMs);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `in ${[hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')}`;
};
