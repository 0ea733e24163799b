import type { ContactImport } from '../../../../functions/model/contacts/import.ts';
import { call } from '../../../api/call.ts';
import { toProblem } from '../../../api/problem.ts';
import {
  type ContactFile,
  type LineBatch,
  listBusy,
  mergeImports,
  type RejectedRow,
  readBatches,
  toRejectedRow,
} from './contact-file.ts';
import type { ImportProgress, KeptImport } from './kept-import.ts';
import { createPeople } from './people.ts';

export interface Run {
  kept: KeptImport;
  workspaceId: string;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress, rejected: readonly RejectedRow[]) => void;
}

export const newProgress = ({ firstRow }: ContactFile, mode: ImportProgress['mode']): ImportProgress => ({
  mode,
  state: 'running',
  next: firstRow,
  rowsDone: 0,
  key: crypto.randomUUID(),
  cursor: null,
  batches: 0,
  totals: { created: 0, updated: 0, unchanged: 0, rejected: 0 },
});

/** Only one tab sends the lines of an import. A second tab waits until the first one ends and continues from there. */
export const runImport = (file: ContactFile, from: ImportProgress, run: Run): Promise<void> =>
  navigator.locks.request(`import ${run.workspaceId}`, { signal: run.signal }, async () => {
    const stored = (await run.kept.read())?.progress;
    const isBehind = from.mode === 'import' && stored !== undefined && stored.batches > from.batches;
    await runBatches(file, isBehind ? stored : from, run);
  });

const runBatches = async (file: ContactFile, from: ImportProgress, run: Run): Promise<void> => {
  let progress: ImportProgress = { ...from, state: 'running' };
  const people = from.mode === 'check' ? createPeople() : undefined;
  await run.kept.putProgress(progress, []);
  for (const batches of readGroups(file, progress)) {
    const { mode, key, cursor: sentCursor } = progress;
    const send = async (batch: LineBatch) => ({
      batch,
      ...(await importBatch(file, batch.entries, { mode, key, cursor: sentCursor }, run)),
    });
    for (const { batch, cursor, ...data } of await Promise.all(batches.map(send))) {
      const refused = batch.entries.flatMap(({ line, fields }, index) => {
        const result = data.results[index];
        const message =
          result && (people ? people.findRefusal(result, toText(fields['external_id'])) : result.error?.message);
        return message === undefined ? [] : [toRejectedRow(line, message, fields)];
      });
      const rejected = [...batch.rejected, ...refused].sort((left, right) => left.line - right.line);
      progress = {
        ...progress,
        next: batch.next,
        rowsDone: progress.rowsDone + batch.rowCount,
        key: crypto.randomUUID(),
        cursor,
        batches: progress.batches + 1,
        totals: {
          created: people?.countAdded() ?? progress.totals.created + data.created,
          updated: progress.totals.updated + data.updated,
          unchanged: progress.totals.unchanged + data.unchanged,
          rejected: progress.totals.rejected + rejected.length,
        },
        ...(people && findNotable(progress, batch, data, refused, people.isAdded)),
        stillOptedOut: (progress.stillOptedOut ?? 0) + (data.still_opted_out ?? 0),
      };
      await run.kept.putProgress(progress, rejected);
      run.signal.throwIfAborted();
      run.onProgress(progress, rejected);
    }
  }
  progress = { ...progress, state: 'done' };
  await run.kept.putProgress(progress, []);
  run.onProgress(progress, []);
};

const knownMax = 100;

/** What a check tells of the lines that it finds right. */
const findNotable = (
  { nameless = 0, optingOut = 0, known = [] }: ImportProgress,
  { entries }: LineBatch,
  { results }: ContactImport,
  refused: readonly RejectedRow[],
  isAdded: (person: string) => boolean,
): Pick<ImportProgress, 'nameless' | 'optingOut' | 'known'> => {
  const refusedLines = new Set(refused.map(({ line }) => line));
  const taken = entries.flatMap(({ line, fields }, index) => {
    const { status, contact_id: contactId = null } = results[index] ?? {};
    const name = fields['name'] === undefined ? undefined : String(fields['name']);
    return refusedLines.has(line) || contactId === null ? [] : [{ line, name, fields, status, contactId }];
  });
  const moreKnown = taken.filter(({ status, contactId }) => status !== 'created' && !isAdded(contactId));
  return {
    nameless: nameless + taken.filter(({ status, name }) => status === 'created' && name === undefined).length,
    optingOut: optingOut + taken.filter(({ fields }) => fields['opted_out'] === true).length,
    known: [...known, ...moreKnown.map(({ line, name, contactId }) => ({ line, name, contactId }))].slice(0, knownMax),
  };
};

const toText = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

/** The table takes an import no faster side by side, and of two lines about a contact, the later one wins. */
const callsAtOnce: Record<ImportProgress['mode'], number> = { check: 4, import: 1 };

function* readGroups(file: ContactFile, { mode, next }: ImportProgress): Generator<LineBatch[]> {
  let group: LineBatch[] = [];
  for (const batch of readBatches(file, next)) {
    if (group.push(batch) < callsAtOnce[mode]) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

interface Entry {
  fields: Record<string, unknown>;
}

const nothing: ContactImport = { created: 0, updated: 0, unchanged: 0, rejected: 0, results: [] };

/** The service may be too busy for some entries and say so: these are sent again, twice at most. */
const importBatch = async (
  file: ContactFile,
  entries: readonly Entry[],
  progress: Pick<ImportProgress, 'mode' | 'key' | 'cursor'>,
  run: Run,
  [seconds, ...rest]: readonly number[] = [2, 8],
): Promise<ContactImport & { cursor: string | null }> => {
  const first = await importOnce(file, entries, progress, run);
  const busy = listBusy(first).flatMap((index) => entries[index] ?? []);
  if (busy.length === 0 || seconds === undefined) return first;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  run.signal.throwIfAborted();
  const { cursor } = first;
  const again = await importBatch(file, busy, { ...progress, key: crypto.randomUUID(), cursor }, run, rest);
  return { ...mergeImports(first, again), cursor };
};

const importOnce = async (
  { columns, onExisting, tags, rowCount }: ContactFile,
  entries: readonly Entry[],
  { mode, key, cursor }: Pick<ImportProgress, 'mode' | 'key' | 'cursor'>,
  { workspaceId, signal }: Run,
): Promise<ContactImport & { cursor: string | null }> => {
  if (entries.length === 0) return { ...nothing, cursor };
  const isCheck = mode === 'check';
  const input = {
    contacts: entries.map(({ fields }) => fields),
    on_existing: onExisting,
    // Without a column of tags, a tag for all of them is only added.
    tags: columns.includes('tags') ? tags : 'add',
    rows: rowCount,
    ...(isCheck ? { dry_run: true } : {}),
    ...(cursor === null ? {} : { cursor }),
  };
  const options = { signal, ...(isCheck ? {} : { idempotencyKey: key }) };
  const { data, meta } = await repeat(signal, () =>
    call('importContacts', { workspace_id: workspaceId }, input, options),
  );
  return { ...data, cursor: isCheck ? null : meta.next_cursor };
};

/**
 * Sends again after a pause if the service was busy or could not be reached, or still runs the call that a reload has
 * left behind.
 */
const repeat = async <Result>(
  signal: AbortSignal,
  send: () => Promise<Result>,
  [seconds, ...rest]: readonly number[] = [1, 2, 4, 8, 15],
): Promise<Result> => {
  try {
    return await send();
  } catch (cause) {
    const { status, message } = toProblem(cause);
    const isBusy = status === 0 || status === 429 || status >= 500 || message.includes('is still running');
    if (signal.aborted || seconds === undefined || !isBusy) throw cause;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    return repeat(signal, send, rest);
  }
};
