import { assign } from '../dynamodb/expressions.ts';
import { updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** Gives a signed identity to the first token that presents it. False for another token. */
export const putUsedIdentity = async (
  siteId: string,
  sha256: string,
  tokenSha256: string,
  expires: number,
): Promise<boolean> => {
  const { written } = await updateIf({
    Key: keys.usedIdentity(siteId, sha256),
    ConditionExpression: 'attribute_not_exists(pk) OR used_by = :used_by',
    ...assign({ used_by: tokenSha256, expires }),
  });
  return written;
};
