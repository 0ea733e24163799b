import { assign } from '../dynamodb/expressions.ts';
import { queryPage } from '../dynamodb/query.ts';
import type { TransactionPart } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

/** The ids of a connected account. Only a number of msgapp belongs to a business account. */
export interface AccountIds {
  accountId: string;
  wabaId: string | undefined;
}

export const replaceNumberParts = (
  workspaceId: string,
  before: AccountIds | undefined,
  after: AccountIds | undefined,
): TransactionPart[] => [
  ...(before?.wabaId === undefined || isSame(before, after) ? [] : [removePart(workspaceId, before.wabaId, before)]),
  ...(after?.wabaId === undefined ? [] : [putPart(workspaceId, after.wabaId, after)]),
];

const isSame = (left: AccountIds, right: AccountIds | undefined): boolean =>
  left.accountId === right?.accountId && left.wabaId === right.wabaId;

/** The account's own pointer, in the same transaction, makes sure that the number is nobody else's. */
const putPart = (workspaceId: string, wabaId: string, { accountId }: AccountIds): TransactionPart => ({
  Update: { Key: keys.businessNumber(wabaId, accountId), ...assign({ workspace_id: workspaceId }) },
});

const removePart = (workspaceId: string, wabaId: string, { accountId }: AccountIds): TransactionPart => ({
  Delete: {
    Key: keys.businessNumber(wabaId, accountId),
    ConditionExpression: 'attribute_not_exists(pk) OR workspace_id = :workspace',
    ExpressionAttributeValues: { ':workspace': workspaceId },
  },
});

export interface BusinessNumber {
  workspaceId: string;
  phoneNumberId: string;
}

/** The channel allows some dozens in a business account. */
const numbersMax = 100;

export const queryBusinessNumbers = async (wabaId: string): Promise<BusinessNumber[]> => {
  const { items } = await queryPage(keys.businessNumber(wabaId, '').pk, { limit: numbersMax, after: undefined });
  return items.map(({ sk, workspace_id }) => ({ workspaceId: String(workspace_id), phoneNumberId: String(sk) }));
};
