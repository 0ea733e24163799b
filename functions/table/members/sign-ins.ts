import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItem } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

export interface StoredSignIn {
  state: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
  expires: number;
}

export const putSignIn = async (sha256: string, signIn: StoredSignIn): Promise<void> => {
  const { written } = await updateIf({
    Key: keys.signIn(sha256),
    ConditionExpression: 'attribute_not_exists(pk)',
    ...assign({ ...signIn }),
  });
  if (!written) throw new Error('The handle of the sign-in exists already.');
};

/**
 * Returns the sign-in to one caller only. The deletion is a transaction, because its repeat after a lost response is
 * reported as written; a repeated DeleteItem would find nothing.
 */
export const removeSignIn = async (sha256: string): Promise<StoredSignIn | undefined> => {
  const found = await findItem(keys.signIn(sha256));
  if (!found) return undefined;
  const { written } = await transact([
    { Delete: { Key: keys.signIn(sha256), ConditionExpression: 'attribute_exists(pk)' } },
  ]);
  return written ? toStoredSignIn(found) : undefined;
};

const toStoredSignIn = ({ pk, sk, ...fields }: Item): StoredSignIn => fields as unknown as StoredSignIn;
