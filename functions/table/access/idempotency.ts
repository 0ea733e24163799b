import type { Item } from '../dynamodb/item.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface IdempotencyRecord {
  fingerprint: string;
  resource_id: string;
  /** The lease of the attempt that holds the record. */
  running_until_ms: number;
  expires: number;
  answer_status?: number;
  answer_body?: string;
}

/** The hash covers the caller's scopes and Idempotency-Key. */
export interface RecordKey {
  workspaceId: string;
  sha256: string;
}

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

/** For a request whose lease expired without an answer. False on a conflict. */
export const takeOverRecord = async (key: RecordKey, expected: IdempotencyRecord, untilMs: number): Promise<boolean> =>
  updateIfUnchanged(key, expected, 'SET running_until_ms = :until', { ':until': untilMs });

export const putAnswer = async (
  key: RecordKey,
  expected: IdempotencyRecord,
  answer: { status: number; body: string },
): Promise<boolean> =>
  updateIfUnchanged(key, expected, 'SET answer_status = :status, answer_body = :body', {
    ':status': answer.status,
    ':body': answer.body,
  });

export const releaseRecord = async (key: RecordKey, expected: IdempotencyRecord): Promise<boolean> =>
  updateIfUnchanged(key, expected, 'SET running_until_ms = :zero', { ':zero': 0 });

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
