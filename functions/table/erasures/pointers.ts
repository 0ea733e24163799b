import { secondsPerDay } from '../../platform/clock.ts';
import { aliasKey } from '../contacts/aliases.ts';
import { assign } from '../dynamodb/expressions.ts';
import type { Item } from '../dynamodb/item.ts';
import { findItems, findItemsInOrder } from '../dynamodb/read.ts';
import { transact, updateIf } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';

interface ErasureTime {
  id: string;
  requested_at: string;
}

/** A safety net: the job removes the pointer much earlier, and prolongs it while a broadcast is running. */
const pointerSeconds = 7 * secondsPerDay;

export const findPointers = async (
  workspaceId: string,
  contactId: string,
  aliases: readonly string[],
): Promise<Item[]> => {
  const items = await findItems(aliases.map((alias) => aliasKey(workspaceId, alias)));
  return items.filter(({ contact_id }) => contact_id === contactId);
};

export const findExternalIdPointer = (workspaceId: string, externalId: string): Promise<Item[]> =>
  findItems([keys.externalId(workspaceId, externalId)]);

export const findErasablePointers = async (
  workspaceId: string,
  contactId: string,
  aliases: readonly string[],
): Promise<string[]> => {
  const items = await findItemsInOrder(aliases.map((alias) => aliasKey(workspaceId, alias)));
  return aliases.filter((_, index) => (items[index]?.['contact_id'] ?? contactId) === contactId);
};

/**
 * The pointer of an erased contact leads nowhere, but remembers when: messages and broadcasts from before must not
 * bring the contact back.
 */
export const erasePointerUpdate = (workspaceId: string, alias: string, { id, requested_at }: ErasureTime) => {
  const expires = Math.floor(Date.parse(requested_at) / 1000) + pointerSeconds;
  const { UpdateExpression, ...update } = assign({ erased_at: requested_at, expires }, { ':id': id });
  return {
    Key: aliasKey(workspaceId, alias),
    ConditionExpression: 'attribute_not_exists(contact_id) OR contact_id = :id',
    UpdateExpression: `${UpdateExpression} REMOVE contact_id, conversation_id`,
    ...update,
  };
};

export const erasePointer = async (workspaceId: string, alias: string, erasure: ErasureTime): Promise<boolean> => {
  const { written } = await updateIf(erasePointerUpdate(workspaceId, alias, erasure));
  return written;
};

export const prolongPointer = async (
  workspaceId: string,
  alias: string,
  { requested_at }: ErasureTime,
  nowSeconds: number,
): Promise<void> => {
  await updateIf({
    Key: aliasKey(workspaceId, alias),
    ConditionExpression: 'erased_at = :erased_at AND attribute_not_exists(contact_id)',
    ...assign({ expires: nowSeconds + pointerSeconds }, { ':erased_at': requested_at }),
  });
};

/** A new contact may have the number or user id by now: then only the time is removed. */
export const forgetPointer = async (
  workspaceId: string,
  alias: string,
  { requested_at }: ErasureTime,
): Promise<void> => {
  const Key = aliasKey(workspaceId, alias);
  const values = { ':erased_at': requested_at };
  const { written } = await transact([
    {
      Delete: {
        Key,
        ConditionExpression: 'erased_at = :erased_at AND attribute_not_exists(contact_id)',
        ExpressionAttributeValues: values,
      },
    },
  ]);
  if (written) return;
  await updateIf({
    Key,
    ConditionExpression: 'erased_at = :erased_at AND attribute_exists(contact_id)',
    UpdateExpression: 'REMOVE erased_at',
    ExpressionAttributeValues: values,
  });
};
