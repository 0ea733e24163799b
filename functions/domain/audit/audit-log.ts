import { ApiError, errorMessages, statusByCode } from '../../model/api-error.ts';
import type { AuditEntry, AuditFilters } from '../../model/audit/audit-entry.ts';
import type { Page, PageRequest } from '../../model/page.ts';
import { clock, isoTime, secondsPerDay } from '../../platform/clock.ts';
import { env } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { redactPhoneNumbers } from '../../platform/log/log.ts';
import {
  type AuditCompletion,
  completeAuditEntry,
  putAuditEntry,
  queryAuditEntries,
} from '../../table/audit/audit-entries.ts';
import { fillPage } from '../paging.ts';

/** Neither the target nor the details may hold a secret. A URL may: name its host. */
export type AuditStart = Pick<AuditEntry, 'actor' | 'action'> &
  Partial<Pick<AuditEntry, 'target' | 'details' | 'address' | 'browser' | 'request_id'>>;

/** Enough for every sentence of ours; a log must stay readable, whatever the caller sends. */
const detailsCharactersMax = 1_000;

/** Runs before the act, so no crash leaves a change without a trace. Every attempt at an act has its own entry. */
export const beginAudit = async (workspaceId: string, start: AuditStart): Promise<string> => {
  const { entry, expires } = newAuditEntry(start);
  await putAuditEntry(workspaceId, entry, expires);
  return entry.id;
};

export const newAuditEntry = (start: AuditStart): { entry: AuditEntry; expires: number } => {
  const nowMs = clock.now();
  const entry: AuditEntry = {
    id: newId(),
    at: isoTime(nowMs),
    actor: start.actor,
    action: start.action,
    target: start.target ?? null,
    details: start.details?.slice(0, detailsCharactersMax) ?? null,
    address: start.address ?? null,
    browser: start.browser ?? null,
    request_id: start.request_id ?? null,
    outcome: 'started',
    error: null,
  };
  return { entry, expires: Math.floor(nowMs / 1000) + env.auditDays() * secondsPerDay };
};

/** Idempotent. What is only known after the act, such as the id of a new key, replaces what the entry began with. */
export const completeAudit = (
  workspaceId: string,
  entryId: string,
  end: { error?: unknown } & Partial<Pick<AuditEntry, 'target' | 'details'>> = {},
): Promise<void> => {
  const { error, ...known } = end;
  const details = known.details && { details: known.details.slice(0, detailsCharactersMax) };
  return completeAuditEntry(workspaceId, entryId, { ...known, ...details, ...toOutcome(error) });
};

/** The newest come first. A page of a filtered list may be short, or empty, and still have a next one. */
export const listAuditEntries = (
  workspaceId: string,
  { actor, action }: AuditFilters,
  page: PageRequest,
): Promise<Page<AuditEntry>> => {
  const isMatch = (entry: AuditEntry): boolean =>
    (actor === undefined || entry.actor.user_id === actor) && (action === undefined || entry.action === action);
  return fillPage(page, async (step) => {
    const { items, next } = await queryAuditEntries(workspaceId, step);
    return { items: items.filter(isMatch), next };
  });
};

/** The message of our own failure could quote anything, so the entry says only that it was ours. */
const toOutcome = (error: unknown): Pick<AuditCompletion, 'outcome' | 'error'> => {
  if (error === undefined) return { outcome: 'done', error: null };
  if (!(error instanceof ApiError))
    return { outcome: 'failed', error: { code: 'internal', message: errorMessages.internal } };
  const { code } = error;
  // A channel may quote the number that it refuses, and the log outlives the contact.
  const message = code === 'platform_error' ? redactPhoneNumbers(error.message) : error.message;
  return { outcome: statusByCode[code] < 500 ? 'refused' : 'failed', error: { code, message } };
};
