import * as z from 'zod/mini';
import { ApiError } from '../../model/api-error.ts';
import type { ConsentSource } from '../../model/contacts/consent-log.ts';
import {
  type ContactImport,
  createTagLimit,
  type ImportResult,
  type ImportStatus,
  memberContactImport,
  type OnExisting,
  type TagMode,
  tagsPerImportMax,
} from '../../model/contacts/import.ts';
import { erasedRequestMessage } from '../../model/erasures/erasure.ts';
import { clock } from '../../platform/clock.ts';
import { deriveId, idTimeMs } from '../../platform/ids.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { errorFields, log } from '../../platform/log/log.ts';
import { findContacts } from '../../table/contacts/contacts.ts';
import { plain, type ResponseCodec } from '../access/idempotency.ts';
import { checkEntries } from './check-import.ts';
import type { ImportedContact } from './contacts.ts';
import { type ImportEntry, type ImportRun, toRejection } from './import-entry.ts';
import { planSteps } from './import-steps.ts';
import { invalidPhone, normalizePhones } from './phone-numbers.ts';

/** This fills a partition of the table, which takes 500 new contacts a second. */
const stepsAtOnce = 8;

export interface ImportSettings {
  onExisting: OnExisting;
  tagMode?: TagMode;
  endsByMs: number;
  isDryRun?: boolean;
  /** The person who records the choices about broadcasts. */
  by?: ConsentSource;
}

/**
 * Each entry is stored, or rejected, for itself. Ids follow from `importId` and the position of the entry: a repetition
 * of the same import finds its own contacts and reports them as created again.
 */
export const importContacts = async (
  workspaceId: string,
  importId: string,
  parsed: readonly (ImportedContact | ApiError)[],
  { onExisting, tagMode = 'add', endsByMs, isDryRun = false, by }: ImportSettings,
): Promise<ContactImport> => {
  const nowMs = clock.now();
  const run: ImportRun = {
    workspaceId,
    onExisting,
    tagMode,
    // A contended write waits up to 10 s, so the second half of the time is for those that are under way.
    startsByMs: nowMs + (endsByMs - nowMs) / 2,
    by,
    results: new Map(),
    stillOptedOut: new Set(),
    failures: [],
  };
  const entries = await readEntries(run, importId, parsed);
  if (isDryRun) await checkEntries(run, entries);
  else await inParallel(await planSteps(run, entries), stepsAtOnce, (step) => step());
  reportFailures(run);
  return summarize(
    parsed.map((_, index) => run.results.get(index) ?? toRejection()),
    run.stillOptedOut.size,
  );
};

const readEntries = async (
  { workspaceId, results }: ImportRun,
  importId: string,
  parsed: readonly (ImportedContact | ApiError)[],
): Promise<ImportEntry[]> => {
  const phones = await normalizePhones(
    workspaceId,
    parsed.map((entry) => (entry instanceof ApiError ? '' : (entry.phone ?? ''))),
  );
  const hasRoomForTags = createTagLimit();
  return parsed.flatMap((input, index) => {
    const phone = phones[index];
    const reject = (error: ApiError): [] => {
      results.set(index, toRejection(error));
      return [];
    };
    if (input instanceof ApiError) return reject(input);
    if (phone === undefined && input.phone !== undefined) return reject(invalidPhone('phone'));
    if (!hasRoomForTags(input.tags)) return reject(tooManyTags());
    const externalId = input.external_id ?? undefined;
    return { index, phone, externalId, input, newId: deriveId(idTimeMs(importId), `${importId} ${index}`, index) };
  });
};

const tooManyTags = (): ApiError =>
  new ApiError(
    'bad_request',
    `"tags" bring the request to more than ${tagsPerImportMax} different tags. Send this contact in another request.`,
  );

/** If nothing could be stored, the failure is that of the whole request, which the caller may repeat as it is. */
const reportFailures = ({ results, failures }: ImportRun): void => {
  if (failures.length === 0) return;
  if ([...results.values()].every(({ status }) => status === 'rejected')) throw failures[0];
  log('warn', 'contact import', { failures: failures.length, error: errorFields(failures[0]) });
};

const importBody = z.object({ data: memberContactImport });

/** A replay names no contact that was erased since. */
export const importResponses: ResponseCodec = {
  ...plain,
  decode: async ({ workspaceId }, stored) => {
    const body = JSON.parse(stored);
    const { results, still_opted_out } = z.parse(importBody, body).data;
    const found = await findContacts(
      workspaceId,
      results.flatMap(({ contact_id }) => contact_id ?? []),
    );
    const foundIds = new Set<string | null>([null, ...found.map(({ id }) => id)]);
    const erased = toRejection(new ApiError('not_found', erasedRequestMessage));
    return JSON.stringify({
      ...body,
      data: summarize(
        results.map((result) => (foundIds.has(result.contact_id) ? result : erased)),
        still_opted_out,
      ),
    });
  },
};

const summarize = (results: ImportResult[], stillOptedOut = 0): ContactImport => {
  const count = (wanted: ImportStatus): number => results.filter(({ status }) => status === wanted).length;
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    rejected: count('rejected'),
    results,
    ...(stillOptedOut > 0 && { still_opted_out: stillOptedOut }),
  };
};
