import type { RecordedCall } from '../../model/access/request-record.ts';
import { errorMessages } from '../../model/api-error.ts';
import { refusedCallDays } from '../../model/audit/audit-entry.ts';
import { clock, isoTime, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { deriveId } from '../../platform/ids.ts';
import { putRefusedCall } from '../../table/audit/audit-entries.ts';

interface RefusedKey {
  id: string;
  name: string;
  workspace_id: string;
}

const minuteMs = 60_000;

/** The minute in which this process last wrote the entry of a key, so a flood of refused calls writes no more. */
const writtenMinutes = new Map<string, number>();
const writtenMinutesMax = 1_000;

/** One entry per key and minute. The caller learns nothing of the reason, so the log must tell it. */
export const recordForeignAddress = async (
  { id: keyId, name, workspace_id: workspaceId }: RefusedKey,
  { method, path, address, request_id }: RecordedCall,
): Promise<void> => {
  const minute = Math.floor(clock.now() / minuteMs) * minuteMs;
  if (writtenMinutes.get(keyId) === minute) return;
  if (writtenMinutes.size >= writtenMinutesMax) writtenMinutes.clear();
  writtenMinutes.set(keyId, minute);
  const entry = {
    id: deriveId(minute, `refused ${keyId}`),
    at: isoTime(clock.now()),
    actor: { kind: 'key', user_id: null, name },
    action: 'api_key.refused',
    target: { id: keyId, name },
    details: `${method} ${path} from ${address}, which is not in a network of the key`,
    address,
    browser: null,
    request_id,
    outcome: 'refused',
    error: { code: 'unauthorized', message: errorMessages.unauthorized },
  } as const;
  await putRefusedCall(workspaceId, entry, nowSeconds() + refusedCallDays * secondsPerDay);
};
