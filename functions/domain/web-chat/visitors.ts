import { ApiError } from '../../model/api-error.ts';
import {
  type KnownVisitor,
  type StoredVisitor,
  type VisitorCaller,
  visitorDays,
  visitorLimits,
} from '../../model/web-chat/visitor.ts';
import { clock, dayMs, isoTime, secondsPerDay } from '../../platform/clock.ts';
import { keyedHash } from '../../platform/encryption.ts';
import { newId } from '../../platform/ids.ts';
import { retryOnConflict } from '../../platform/retry-on-conflict.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import { countNewVisitor, findVisitor, putVisitor, spendVisitor } from '../../table/web-chat/visitors.ts';
import { findKnownSite } from './sites.ts';

/** The caller behind a token of the form `vt_…`. Undefined for an unknown site. */
export const identifyCaller = async (
  siteId: string,
  token: string | undefined,
  address: string,
): Promise<VisitorCaller | undefined> => {
  const sha256 = token === undefined ? '' : sha256Hex(token);
  const [site, visitor] = await Promise.all([
    findKnownSite(siteId),
    token === undefined ? undefined : findVisitor({ siteId, sha256 }),
  ]);
  const isAlive = visitor && visitor.expires * 1_000 > clock.now();
  return site && { site, sha256, address, visitor: isAlive ? visitor : undefined };
};

const minuteMs = 60_000;

/** How many of the last messages are recognized when they are sent again. */
const sentMax = visitorLimits.perMinute;

interface Taken {
  caller: KnownVisitor;
  /** That of the first attempt. */
  sentAtMs: number;
}

/**
 * Counts a message, or another act that costs something, and makes a new token known. A message that was counted before
 * costs nothing and keeps its time.
 */
export const takeAct = (
  caller: VisitorCaller,
  id: string,
  toChanges: (visitor: StoredVisitor) => Partial<StoredVisitor> = () => ({}),
): Promise<Taken> => {
  let { visitor } = caller;
  let isFirstAttempt = true;
  return retryOnConflict(async () => {
    if (!isFirstAttempt) visitor = await findVisitor({ siteId: caller.site.siteId, sha256: caller.sha256 });
    isFirstAttempt = false;
    const before = visitor;
    const sentAtMs = before?.sent?.[toShortId(id)];
    if (before && sentAtMs !== undefined) return { caller: { ...caller, visitor: before }, sentAtMs };
    const nowMs = clock.now();
    if (!before) await admitVisitor(caller, nowMs);
    const counted = countAct(before ?? newVisitor(caller, nowMs), id, nowMs);
    const after = { ...counted, ...toChanges(counted) };
    const key = { siteId: caller.site.siteId, sha256: caller.sha256 };
    const isWritten = before ? await spendVisitor(key, before, changesOf(before, after)) : await putVisitor(key, after);
    return isWritten ? { caller: { ...caller, visitor: after }, sentAtMs: nowMs } : 'conflict';
  });
};

/** The counts are the optimistic lock. */
const lockedFields = ['minute', 'minute_used'];

const changesOf = (before: StoredVisitor, after: StoredVisitor): Partial<StoredVisitor> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => lockedFields.includes(name) || Reflect.get(before, name) !== value),
  );

const toShortId = (id: string): string => sha256Hex(id).slice(0, 12);

const newVisitor = ({ site }: VisitorCaller, nowMs: number): StoredVisitor => ({
  visitor_id: `visitor_${newId()}`,
  workspace_id: site.workspaceId,
  site_id: site.siteId,
  created_at: isoTime(nowMs),
  ...seenAt(nowMs),
});

const seenAt = (nowMs: number): Pick<StoredVisitor, 'seen_at' | 'expires'> => ({
  seen_at: isoTime(nowMs),
  expires: Math.floor(nowMs / 1_000) + visitorDays * secondsPerDay,
});

const toMinute = (timeMs: number): string => isoTime(timeMs).slice(0, 'yyyy-mm-ddThh:mm'.length);

const countAct = (visitor: StoredVisitor, id: string, nowMs: number): StoredVisitor => {
  const minute = toMinute(nowMs);
  const isSameDay = visitor.minute?.slice(0, 10) === minute.slice(0, 10);
  const minuteUsed = visitor.minute === minute ? (visitor.minute_used ?? 0) : 0;
  const dayUsed = isSameDay ? (visitor.day_used ?? 0) : 0;
  if (dayUsed >= visitorLimits.perDay)
    throw tooMany('You have written a lot today. Please go on tomorrow.', nowMs, dayMs);
  if (minuteUsed >= visitorLimits.perMinute)
    throw tooMany('That was quick. Please wait a moment, then send it again.', nowMs, minuteMs);
  const sent = Object.entries({ ...visitor.sent, [toShortId(id)]: nowMs }).sort(([, one], [, other]) => one - other);
  return {
    ...visitor,
    ...seenAt(nowMs),
    minute,
    minute_used: minuteUsed + 1,
    day_used: dayUsed + 1,
    sent: Object.fromEntries(sent.slice(-sentMax)),
  };
};

/** Everyone on a developer's machine shares this address. */
const localAddress = '127.0.0.1';

/** Bounds how many visitors an address, or everyone together, can make of nothing. */
const admitVisitor = async ({ site: { workspaceId }, address }: VisitorCaller, nowMs: number): Promise<void> => {
  const minute = toMinute(nowMs);
  const expires = Math.floor(nowMs / 1_000) + 600;
  if (address !== localAddress) {
    const who = (await keyedHash('encryption', `visitors ${workspaceId} ${address}`)).slice(0, 32);
    const isAdmitted = await countNewVisitor(workspaceId, { who, minute, max: visitorLimits.newPerAddress, expires });
    if (!isAdmitted) throw tooManyVisitors(nowMs);
  }
  const all = { who: 'all', minute, max: visitorLimits.newPerWorkspace, expires };
  if (!(await countNewVisitor(workspaceId, all))) throw tooManyVisitors(nowMs);
};

const tooManyVisitors = (nowMs: number): ApiError =>
  tooMany('Many people are writing right now. Please try again in a minute.', nowMs, minuteMs);

/** The limit counts in whole periods. */
const tooMany = (message: string, nowMs: number, periodMs: number): ApiError =>
  new ApiError('rate_limited', message, {
    headers: { 'Retry-After': String(Math.ceil((periodMs - (nowMs % periodMs)) / 1_000)) },
  });
