import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';

/** Every fourth contact has the tag and a conversation, so 10,000 contacts are enough for more than 2,000 rows of each. */
const taggedEvery = 4;

/** Contacts are built and written in slices, so a million of them need little memory. */
const sliceSize = 5_000;

/** Writes the items of the API straight to the table. The oldest contact and conversation are the only rare ones. */
export const seedWorkspace = async (
  workspaceId: string,
  count: number,
  onProgress: (written: number) => void,
): Promise<void> => {
  const { createContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const first = { phone: '+4915112000000', name: 'Needle', tags: ['seeded'] };
  const { contact } = await createContact(workspaceId, newId(), first);
  const buildItems = await loadBuilder(workspaceId, contact.tags);
  await putItems(buildItems(0, 'web'));
  for (let start = 1; start < count; start += sliceSize) {
    const numbers = Array.from({ length: Math.min(sliceSize, count - start) }, (_, index) => start + index);
    await putItems(numbers.flatMap((n) => buildItems(n, 'msgapp')));
    onProgress(start + numbers.length);
  }
};

type Item = Record<string, unknown>;

/**
 * Without the pointers from phone numbers, which no list reads, and without `entity`, so the stream's filter skips the
 * items.
 */
const loadBuilder = async (workspaceId: string, tags: { id: string; name: string; color: string }[]) => {
  const { newContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newConversation } = await import('../../../functions/domain/conversations/new-conversation.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { newContactParts } = await import('../../../functions/table/contacts/contact-writes.ts');
  const { tagContactPart } = await import('../../../functions/table/contacts/tags.ts');
  const { newConversationPart } = await import('../../../functions/table/conversations/conversations.ts');
  return (n: number, channel: 'msgapp' | 'web'): Item[] => {
    const isTagged = n % taggedEvery === 0;
    const fields = { name: `Person ${n}`, email: `person.${n}@example.com`, company: 'Example' };
    const contact = { ...newContact(newId(), fields), channels: [channel], tags: isTagged ? tags : [] };
    const parts = [
      ...newContactParts(workspaceId, contact),
      ...contact.tags.map(({ id }) => tagContactPart(workspaceId, id, contact.id)),
      ...(isTagged ? [newConversationPart(workspaceId, newConversation(contact, channel))] : []),
    ];
    return parts.flatMap((part) => ('Put' in part && part.Put.Item ? [{ ...part.Put.Item, entity: undefined }] : []));
  };
};

const batchItemsMax = 25;
const writers = 8;

const putItems = async (items: Item[]): Promise<void> => {
  const { table } = await import('../../../functions/table/dynamodb/client.ts');
  const { env } = await import('../../../functions/platform/env.ts');
  const { pack } = await import('../../../functions/platform/pack.ts');
  const batches = pack(items, { countMax: batchItemsMax });
  const writeNext = async (): Promise<void> => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [env.tableName()]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: writers }, writeNext));
};
