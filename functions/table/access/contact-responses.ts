import type { Page, PageRequest } from '../../model/page.ts';
import { removeItems } from '../dynamodb/batch-write.ts';
import { assign } from '../dynamodb/expressions.ts';
import { queryPage } from '../dynamodb/query.ts';
import { updateIf, updateWith } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { type EncodedResponse, type IdempotencyRecord, type RecordKey, responseUpdate } from './idempotency.ts';

export interface ContactResponse {
  sha256: string;
  expires: number;
}

/** Stores a response together with a pointer to it from the contact that it shows. */
export const putContactResponse = (
  key: RecordKey,
  expected: IdempotencyRecord,
  response: EncodedResponse,
  contactId: string,
): Promise<boolean> => {
  const pointer = { ...keys.contactAnswer(key.workspaceId, contactId, key.sha256), expires: expected.expires };
  // The pointer needs no condition: it only repeats what the record in the same transaction holds.
  return updateWith(responseUpdate(key, expected, response), [{ Put: { Item: pointer } }]);
};

export const queryContactResponses = async (
  workspaceId: string,
  contactId: string,
  page: PageRequest,
): Promise<Page<ContactResponse>> => {
  const { items, next } = await queryPage(keys.contactAnswer(workspaceId, contactId, '').pk, page);
  return { items: items.map(({ sk, expires }) => ({ sha256: String(sk), expires: Number(expires) })), next };
};

/** Once the record has expired, the key may belong to another request, whose record expires later. */
export const eraseResponse = async (
  workspaceId: string,
  { sha256, expires }: ContactResponse,
  { status, body }: { status: number; body: string },
): Promise<void> => {
  await updateIf({
    Key: keys.idempotency(workspaceId, sha256),
    ConditionExpression: 'expires = :expected',
    ...assign({ answer_status: status, answer_body: body }, { ':expected': expires }),
  });
};

export const removeContactResponses = (
  workspaceId: string,
  contactId: string,
  responses: readonly ContactResponse[],
): Promise<void> => removeItems(responses.map(({ sha256 }) => keys.contactAnswer(workspaceId, contactId, sha256)));
