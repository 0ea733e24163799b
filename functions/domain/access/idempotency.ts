import { createHash } from 'node:crypto';
import { Failure } from '../../model/api-error.ts';
import { clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import {
  claimRecord,
  type IdempotencyRecord,
  type RecordPlace,
  releaseRecord,
  settleRecord,
  takeOverRecord,
} from '../../table/access/idempotency.ts';

const keptForSeconds = 24 * 60 * 60;

/** An answer as it went out, to be given again word for word. */
export interface Answer {
  status: number;
  body: string;
}

/** How the body of an answer is written down, and read again: as it is, unless it tells a secret. */
export interface AnswerForm {
  write: (place: RecordPlace, body: string) => Promise<string>;
  read: (place: RecordPlace, kept: string) => Promise<string>;
}

const inClear: AnswerForm = { write: async (_, body) => body, read: async (_, kept) => kept };

/** The right to run a call, with the id that the call gives what it makes. */
export interface Claim {
  place: RecordPlace;
  record: IdempotencyRecord;
}

export interface Attempt {
  workspaceId: string;
  /** The caller's Idempotency-Key. */
  key: string;
  /** Everything that makes the call what it is: method, path and body. */
  request: string;
  /** The call has ended by then, whatever happens. */
  endsByMs: number;
  answers?: AnswerForm | undefined;
}

/**
 * Either the right to run the call or the answer that it got before. While another try of the same call is running,
 * and when the key was used for another call, it fails: nothing is ever done twice.
 */
export const beginOnce = async (attempt: Attempt): Promise<{ claim: Claim } | { answer: Answer }> => {
  const place = { workspaceId: attempt.workspaceId, sha256: sha256Of(attempt.key) };
  const nowMs = clock.now();
  const record: IdempotencyRecord = {
    fingerprint: sha256Of(attempt.request),
    resource_id: newId(),
    running_until_ms: attempt.endsByMs,
    expires: Math.floor(nowMs / 1000) + keptForSeconds,
  };
  const found = await claimRecord(place, record, Math.floor(nowMs / 1000));
  if (!found) return { claim: { place, record } };
  return resume(place, found, record, attempt.answers ?? inClear);
};

/** Keeps the answer for 24 hours. */
export const finishOnce = async (
  { place, record }: Claim,
  { status, body }: Answer,
  answers: AnswerForm = inClear,
): Promise<void> => {
  await settleRecord(place, record, { status, body: await answers.write(place, body) });
};

/** Our own failure is no answer: the next try with the key may run, under the same id. */
export const abandonOnce = async ({ place, record }: Claim): Promise<void> => {
  await releaseRecord(place, record);
};

const resume = async (
  place: RecordPlace,
  found: IdempotencyRecord,
  mine: IdempotencyRecord,
  answers: AnswerForm,
): Promise<{ claim: Claim } | { answer: Answer }> => {
  if (found.fingerprint !== mine.fingerprint) {
    throw new Failure('bad_request', 'This Idempotency-Key was used for another request; use a new one.');
  }
  if (found.answer_status !== undefined && found.answer_body !== undefined) {
    return { answer: { status: found.answer_status, body: await answers.read(place, found.answer_body) } };
  }
  const isFree = found.running_until_ms <= clock.now();
  if (!isFree || !(await takeOverRecord(place, found, mine.running_until_ms))) throw stillRunning();
  return { claim: { place, record: { ...found, running_until_ms: mine.running_until_ms } } };
};

const stillRunning = (): Failure =>
  new Failure('bad_request', 'A request with this Idempotency-Key is still running; ask again in a moment.', {
    headers: { 'Retry-After': '1' },
  });

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
