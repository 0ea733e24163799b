import { type RecordedCall, requestRecordDays } from '../../model/access/request-record.ts';
import { clock, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import {
  countRefusal,
  putRequestRecord,
  type RefusedKey,
  type WorkspaceCall,
} from '../../table/access/request-records.ts';

const minuteMs = 60_000;

export const recordRequest = (keyId: string, recordId: string, call: WorkspaceCall): Promise<void> =>
  putRequestRecord(keyId, recordId, call, expiresAtSeconds());

/** The minute in which this process last found the item of a key full, so a flood of refused calls writes no more. */
const fullMinutes = new Map<string, number>();
const fullMinutesMax = 1_000;

/**
 * Counts a call with a revoked or expired key. Its rate limit no longer applies, so the count has a limit of its own.
 */
export const recordRefusal = async (keyId: string, call: RecordedCall, key?: RefusedKey): Promise<void> => {
  const minute = Math.floor(clock.now() / minuteMs) * minuteMs;
  if (fullMinutes.get(keyId) === minute) return;
  const { name, workspace_id } = key ?? {};
  const reported = name && workspace_id && env.sendsMail() ? { refused_key: { id: keyId, name, workspace_id } } : {};
  if (await countRefusal(keyId, minute, { ...call, ...reported }, expiresAtSeconds())) return;
  if (fullMinutes.size >= fullMinutesMax) fullMinutes.clear();
  fullMinutes.set(keyId, minute);
};

const expiresAtSeconds = (): number => nowSeconds() + requestRecordDays * secondsPerDay;
