import { ApiError } from '../../model/api-error.ts';
import type { EncryptionSecretName } from '../../model/secret.ts';
import { clock, nowSeconds, secondsPerDay } from '../../platform/clock.ts';
import { decrypt, encrypt } from '../../platform/encryption.ts';
import { newId } from '../../platform/ids.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import {
  claimRecord,
  type EncodedResponse,
  type IdempotencyRecord,
  putResponse,
  type RecordKey,
  releaseRecord,
  takeOverRecord,
} from '../../table/access/idempotency.ts';
import { secretContexts } from '../workspaces/secret-contexts.ts';

export interface StoredResponse {
  status: number;
  body: string;
  /** The headers of an error, besides those that every response has. */
  headers?: Record<string, string>;
}

export interface ResponseCodec {
  /** It is stored with the response, so that a rotation finds the keys. */
  secret?: EncryptionSecretName;
  encode: (key: RecordKey, body: string) => Promise<string>;
  decode: (key: RecordKey, stored: string) => Promise<string>;
  /** Stores the encoded response. `body` is the one that the caller gets. */
  put: (key: RecordKey, record: IdempotencyRecord, encoded: EncodedResponse, body: string) => Promise<boolean>;
}

export const plain: ResponseCodec = {
  encode: async (_, body) => body,
  decode: async (_, stored) => stored,
  put: putResponse,
};

export const encryptedResponses = (secret: EncryptionSecretName): ResponseCodec => ({
  ...plain,
  secret,
  encode: ({ workspaceId, sha256 }, body) => encrypt(secretContexts.answer(workspaceId, sha256, secret), body),
  decode: ({ workspaceId, sha256 }, stored) => decrypt(secretContexts.answer(workspaceId, sha256, secret), stored),
});

/** The right to run a request, with the id of the resource that it creates. */
export interface IdempotencyClaim {
  key: RecordKey;
  record: IdempotencyRecord;
}

export interface IdempotentRequest {
  workspaceId: string;
  /** Requests of other holders never meet this key. */
  holder: string;
  key: string;
  request: string;
  /** The function's timeout: no attempt runs longer. */
  endsByMs: number;
  codec?: ResponseCodec | undefined;
}

/**
 * Claims the key, or returns the stored response. Throws while another attempt runs or if the key had another request.
 */
export const beginRequest = async (
  input: IdempotentRequest,
): Promise<{ claim: IdempotencyClaim } | { response: StoredResponse }> => {
  const key = { workspaceId: input.workspaceId, sha256: hashIdempotencyKey(input) };
  const record: IdempotencyRecord = {
    fingerprint: sha256Hex(input.request),
    resource_id: newId(),
    running_until_ms: input.endsByMs,
    expires: nowSeconds() + secondsPerDay,
  };
  const existing = await claimRecord(key, record, nowSeconds());
  if (!existing) return { claim: { key, record } };
  return resumeRequest(key, existing, record, input.codec ?? plain);
};

const hashIdempotencyKey = ({ holder, key }: IdempotentRequest): string => sha256Hex(`${holder}\n${key}`);

export const storeResponse = async (
  { key, record }: IdempotencyClaim,
  { body, ...response }: StoredResponse,
  codec: ResponseCodec = plain,
): Promise<void> => {
  const { secret } = codec;
  const encoded = { ...response, body: await codec.encode(key, body), ...(secret && { secret }) };
  await codec.put(key, record, encoded, body);
};

/** Releases the claim after our own failure: the next attempt with the key may run, with the same resource id. */
export const releaseRequest = async ({ key, record }: IdempotencyClaim): Promise<void> => {
  await releaseRecord(key, record);
};

const resumeRequest = async (
  key: RecordKey,
  existing: IdempotencyRecord,
  proposed: IdempotencyRecord,
  codec: ResponseCodec,
): Promise<{ claim: IdempotencyClaim } | { response: StoredResponse }> => {
  if (existing.fingerprint !== proposed.fingerprint) {
    throw new ApiError(
      'bad_request',
      'This Idempotency-Key was used for a request with another path or body, in which white space counts. ' +
        'Repeat the first request byte for byte, or use a new key.',
    );
  }
  const { answer_status: status, answer_body: storedBody, answer_headers: headers } = existing;
  if (status !== undefined && storedBody !== undefined) {
    const body = await codec.decode(key, storedBody);
    return { response: { status, body, ...(headers && { headers }) } };
  }
  const hasTimedOut = existing.running_until_ms <= clock.now();
  const lease = { running_until_ms: proposed.running_until_ms, taken_over_by: proposed.resource_id };
  if (!hasTimedOut || !(await takeOverRecord(key, existing, lease))) throw stillRunningError();
  return { claim: { key, record: { ...existing, ...lease } } };
};

const stillRunningError = (): ApiError =>
  new ApiError('bad_request', 'A request with this Idempotency-Key is still running. Try again in a second.', {
    headers: { 'Retry-After': '1' },
  });
