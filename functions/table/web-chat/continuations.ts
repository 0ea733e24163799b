import { assign } from '../dynamodb/expressions.ts';
import { findItem } from '../dynamodb/read.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredContinuation {
  workspace_id: string;
  site_id: string;
  visitor_id: string;
  /** In seconds. DynamoDB removes the item later. */
  expires: number;
  used_by?: string;
}

export const putContinuation = async (sha256: string, continuation: StoredContinuation): Promise<void> => {
  await updateIf({
    Key: keys.continuation(sha256),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ ...continuation }),
  });
};

export const findContinuation = async (sha256: string): Promise<StoredContinuation | undefined> =>
  (await findItem(keys.continuation(sha256))) as unknown as StoredContinuation | undefined;

/** Gives it to the first token that asks. False for another token. */
export const useContinuation = async (sha256: string, tokenSha256: string): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.continuation(sha256),
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(used_by) OR used_by = :used_by)',
    ...assign({ used_by: tokenSha256 }),
  });
  return written;
};
