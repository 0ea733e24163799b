import type { Item } from '../dynamodb/item.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** What is kept of a POST with an Idempotency-Key: what was asked, who runs it until when, and in the end the answer. */
export interface IdempotencyRecord {
  /** Hash of method, path and body. */
  fingerprint: string;
  /** The id that the call gives what it makes: the same however often the call is tried. */
  resource_id: string;
  running_until_ms: number;
  /** Seconds since 1970; the table deletes the item some time after. */
  expires: number;
  answer_status?: number;
  answer_body?: string;
}

/** Where a record lies: one per workspace and hash of the caller's key. */
export interface RecordKey {
  workspaceId: string;
  sha256: string;
}

/** Claims the key if no record holds it; otherwise returns that record. */
export const claimRecord = async (
  key: RecordKey,
  record: IdempotencyRecord,
  nowSeconds: number,
): Promise<IdempotencyRecord | undefined> => {
  const result = await updateIf({
    Key: keys.idempotency(key.workspaceId, key.sha256),
    ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
    UpdateExpression: `SET fingerprint = :fingerprint, resource_id = :id, running_until_ms = :until, expires = :expires
      REMOVE answer_status, answer_body`,
    ExpressionAttributeValues: {
      ':now': nowSeconds,
      ':fingerprint': record.fingerprint,
      ':id': record.resource_id,
      ':until': record.running_until_ms,
      ':expires': record.expires,
    },
  });
  return result.written || !result.item ? undefined : toRecord(result.item);
};

/** Goes on where a call ended without an answer; false when another call got there first. */
export const takeOverRecord = async (key: RecordKey, expected: IdempotencyRecord, untilMs: number): Promise<boolean> =>
  updateIfUnchanged(key, expected, 'SET running_until_ms = :until', { ':until': untilMs });

/** Keeps the answer for whoever asks again. */
export const putAnswer = async (
  key: RecordKey,
  expected: IdempotencyRecord,
  answer: { status: number; body: string },
): Promise<boolean> =>
  updateIfUnchanged(key, expected, 'SET answer_status = :status, answer_body = :body', {
    ':status': answer.status,
    ':body': answer.body,
  });

/** Lets the next call with this key try again at once, with the same id. */
export const releaseRecord = async (key: RecordKey, expected: IdempotencyRecord): Promise<boolean> =>
  updateIfUnchanged(key, expected, 'SET running_until_ms = :zero', { ':zero': 0 });

/** Writes only while the record is the one that was seen: another holder's record is not touched. */
const updateIfUnchanged = async (
  { workspaceId, sha256 }: RecordKey,
  expected: IdempotencyRecord,
  UpdateExpression: string,
  values: Record<string, unknown>,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.idempotency(workspaceId, sha256),
    ConditionExpression: 'resource_id = :id AND running_until_ms = :held AND attribute_not_exists(answer_status)',
    UpdateExpression,
    ExpressionAttributeValues: { ':id': expected.resource_id, ':held': expected.running_until_ms, ...values },
  });
  return written;
};

const toRecord = ({ pk, sk, ...fields }: Item): IdempotencyRecord => fields as unknown as IdempotencyRecord;
