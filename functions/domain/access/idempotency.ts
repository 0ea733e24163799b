import { ApiError } from '../../model/api-error.ts';
import { clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import {
  claimRecord,
  type IdempotencyRecord,
  putAnswer,
  type RecordKey,
  releaseRecord,
  takeOverRecord,
} from '../../table/access/idempotency.ts';

const retentionSeconds = 24 * 60 * 60;

/** An answer as it went out, to be given again word for word. */
export interface StoredAnswer {
  status: number;
  body: string;
}

/** How the body of an answer is written down, and read again: as it is, unless it tells a secret. */
export interface AnswerCodec {
  encode: (key: RecordKey, body: string) => Promise<string>;
  decode: (key: RecordKey, stored: string) => Promise<string>;
}

const plain: AnswerCodec = { encode: async (_, body) => body, decode: async (_, stored) => stored };

/** The right to run a call, with the id that the call gives what it makes. */
export interface IdempotencyClaim {
  key: RecordKey;
  record: IdempotencyRecord;
}

export interface IdempotentRequest {
  workspaceId: string;
  /** The caller's Idempotency-Key. */
  key: string;
  /** Everything that makes the call what it is: method, path and body. */
  request: string;
  /** The call has ended by then, whatever happens. */
  endsByMs: number;
  codec?: AnswerCodec | undefined;
}

/**
 * Either the right to run the call or the answer that it got before. While another try of the same call is running,
 * and when the key was used for another call, it fails: nothing is ever done twice.
 */
export const beginRequest = async (
  input: IdempotentRequest,
): Promise<{ claim: IdempotencyClaim } | { answer: StoredAnswer }> => {
  const key = { workspaceId: input.workspaceId, sha256: sha256Hex(input.key) };
  const nowMs = clock.now();
  const record: IdempotencyRecord = {
    fingerprint: sha256Hex(input.request),
    resource_id: newId(),
    running_until_ms: input.endsByMs,
    expires: Math.floor(nowMs / 1000) + retentionSeconds,
  };
  const existing = await claimRecord(key, record, Math.floor(nowMs / 1000));
  if (!existing) return { claim: { key, record } };
  return resumeRequest(key, existing, record, input.codec ?? plain);
};

/** Keeps the answer for 24 hours. */
export const storeAnswer = async (
  { key, record }: IdempotencyClaim,
  { status, body }: StoredAnswer,
  codec: AnswerCodec = plain,
): Promise<void> => {
  await putAnswer(key, record, { status, body: await codec.encode(key, body) });
};

/** Our own failure is no answer: the next try with the key may run, under the same id. */
export const releaseRequest = async ({ key, record }: IdempotencyClaim): Promise<void> => {
  await releaseRecord(key, record);
};

const resumeRequest = async (
  key: RecordKey,
  existing: IdempotencyRecord,
  proposed: IdempotencyRecord,
  codec: AnswerCodec,
): Promise<{ claim: IdempotencyClaim } | { answer: StoredAnswer }> => {
  if (existing.fingerprint !== proposed.fingerprint) {
    throw new ApiError('bad_request', 'This Idempotency-Key was used for another request; use a new one.');
  }
  if (existing.answer_status !== undefined && existing.answer_body !== undefined) {
    return { answer: { status: existing.answer_status, body: await codec.decode(key, existing.answer_body) } };
  }
  const hasTimedOut = existing.running_until_ms <= clock.now();
  if (!hasTimedOut || !(await takeOverRecord(key, existing, proposed.running_until_ms))) throw stillRunningError();
  return { claim: { key, record: { ...existing, running_until_ms: proposed.running_until_ms } } };
};

const stillRunningError = (): ApiError =>
  new ApiError('bad_request', 'A request with this Idempotency-Key is still running; ask again in a moment.', {
    headers: { 'Retry-After': '1' },
  });
