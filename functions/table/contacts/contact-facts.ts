import { type TransactionPart, transact } from '../dynamodb/write.ts';
import { keys } from '../keys.ts';
import { contactChangeParts, phonePart } from './contact-writes.ts';
import type { StoredContact } from './contacts.ts';

/**
 * Stores what a channel tells of a contact; false when it has moved on, or its new number is taken. The numbers that it
 * has given up are free from then on.
 */
export const updateContactFacts = async (
  workspaceId: string,
  before: StoredContact,
  after: StoredContact,
  givenUp: readonly string[],
): Promise<boolean> => {
  const { written } = await transact([
    ...contactChangeParts(workspaceId, before, after),
    ...(after.phone === null || after.phone === before.phone ? [] : [phonePart(workspaceId, after.phone, after)]),
    ...givenUp.map((phone) => noPhonePart(workspaceId, phone, before)),
  ]);
  return written;
};

const noPhonePart = (workspaceId: string, phone: string, { id }: StoredContact): TransactionPart => ({
  Delete: {
    Key: keys.phone(workspaceId, phone),
    ConditionExpression: 'attribute_not_exists(pk) OR contact_id = :id',
    ExpressionAttributeValues: { ':id': id },
  },
});
