import type { EncryptionSecretName } from '../../model/secret.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { updateIf, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface IdempotencyRecord {
  fingerprint: string;
  resource_id: string;
  running_until_ms: number;
  /** This id is unique to the attempt that took over the lease of an earlier one. */
  taken_over_by?: string;
  expires: number;
  answer_status?: number;
  answer_body?: string;
  /** The secret of an encrypted response. Without it, that is `encryption`. */
  answer_secret?: EncryptionSecretName;
  answer_headers?: Record<string, string>;
}

export interface RecordKey {
  workspaceId: string;
  sha256: string;
}

export interface EncodedResponse {
  status: number;
  body: string;
  secret?: EncryptionSecretName;
  headers?: Record<string, string>;
}

export const claimRecord = async (
  key: RecordKey,
  record: IdempotencyRecord,
  nowSeconds: number,
): Promise<IdempotencyRecord | undefined> => {
  const { UpdateExpression, ...update } = assign({ ...record }, { ':now': nowSeconds });
  const result = await updateIf({
    Key: keys.idempotency(key.workspaceId, key.sha256),
    ConditionExpression: 'attribute_not_exists(pk) OR expires <= :now',
    UpdateExpression: `${UpdateExpression} REMOVE taken_over_by, answer_status, answer_body, answer_secret, answer_headers`,
    ...update,
  });
  return result.written || !result.item ? undefined : toRecord(result.item);
};

/** Takes over a request whose lease expired without a response. Returns false on a conflict. */
export const takeOverRecord = async (
  key: RecordKey,
  expected: IdempotencyRecord,
  lease: Required<Pick<IdempotencyRecord, 'running_until_ms' | 'taken_over_by'>>,
): Promise<boolean> => updateIfUnchanged(key, expected, lease);

export const putResponse = (key: RecordKey, expected: IdempotencyRecord, response: EncodedResponse): Promise<boolean> =>
  updateWith(responseUpdate(key, expected, response), []);

export const responseUpdate = (
  key: RecordKey,
  expected: IdempotencyRecord,
  { status, body, secret, headers }: EncodedResponse,
) =>
  updateUnchanged(key, expected, {
    answer_status: status,
    answer_body: body,
    ...(secret && { answer_secret: secret }),
    ...(headers && { answer_headers: headers }),
  });

export const releaseRecord = async (key: RecordKey, expected: IdempotencyRecord): Promise<boolean> =>
  updateIfUnchanged(key, expected, { running_until_ms: 0 });

const updateIfUnchanged = async (
  key: RecordKey,
  expected: IdempotencyRecord,
  fields: Partial<IdempotencyRecord>,
): Promise<boolean> => updateWith(updateUnchanged(key, expected, fields), []);

const updateUnchanged = (
  { workspaceId, sha256 }: RecordKey,
  expected: IdempotencyRecord,
  fields: Partial<IdempotencyRecord>,
) => ({
  Key: keys.idempotency(workspaceId, sha256),
  ConditionExpression: 'resource_id = :id AND running_until_ms = :held AND attribute_not_exists(answer_status)',
  ...assign(fields, { ':id': expected.resource_id, ':held': expected.running_until_ms }),
});

const toRecord = ({ pk, sk, ...fields }: Item): IdempotencyRecord => fields as unknown as IdempotencyRecord;
