import { setTimeout as wait } from 'node:timers/promises';
import {
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  type UpdateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, ItemKey } from '../../../functions/table/dynamodb/item.ts';
import type { TransactionPart } from '../../../functions/table/dynamodb/write.ts';
import { logProgress } from '../service.ts';

type SeededItem = Item | ItemKey;

const progressEvery = 50_000;

/**
 * Writes contacts, conversations and messages as the API stores them, and the rows under which the indexer lists them,
 * straight to the table. Returns the number of items. `unseen`: without `entity`, the stream's filter skips them.
 */
export const seedWorkspace = async (workspaceId: string, count: number, form: 'whole' | 'unseen'): Promise<number> => {
  const { store, list } = await loadBuilder(workspaceId);
  let items = 0;
  const build = function* (): Generator<SeededItem> {
    for (let n = 0; n < count; n += 1) {
      const stored = store(n);
      const listed = list(stored);
      items += stored.length + listed.length;
      yield* form === 'whole' ? stored : stored.map((item) => ({ ...item, entity: undefined }));
      yield* listed;
      if (n > 0 && n % progressEvery === 0) logProgress(`${n} of ${count} contacts…`);
    }
  };
  await seedItems(build());
  return items;
};

/** `store` makes the items of one contact, `list` the rows of its words. */
interface Builder {
  store: (n: number) => Item[];
  list: (stored: readonly Item[]) => SeededItem[];
}

export const loadBuilder = async (workspaceId: string): Promise<Builder> => ({
  store: await loadStore(workspaceId),
  list: await loadIndexer(),
});

/**
 * Every fourth contact has the tag and a conversation with four messages, so 10,000 contacts are enough for more than
 * 2,000 rows of each, and there are as many messages as contacts.
 */
const taggedEvery = 4;

/** The first and oldest contact and conversation are the only rare ones. */
const rare = {
  fields: { name: 'Needle', company: 'Example' },
  phone: '+4915112000000',
  channel: 'web' as const,
  text: 'I lost needle 0, and my invoice',
};

const toCommon = (n: number) => ({
  fields: { name: `Person ${n}`, email: `person.${n}@example.com`, company: 'Example' },
  phone: `+49151${13_000_000 + n}`,
  channel: 'msgapp' as const,
  text: `Where is invoice ${n}?`,
});

const laterTexts = ['Hello?', 'Are you there', 'Still waiting for an answer'];

/** Leaves out the pointers from phone numbers, which no list reads. */
const loadStore = async (workspaceId: string): Promise<Builder['store']> => {
  const { newContact } = await import('../../../functions/domain/contacts/contacts.ts');
  const { newConversation } = await import('../../../functions/domain/conversations/new-conversation.ts');
  const { toMessageFields } = await import('../../../functions/domain/messages/content.ts');
  const { newOutboundMessage } = await import('../../../functions/domain/messages/outbound-message.ts');
  const { newId } = await import('../../../functions/platform/ids.ts');
  const { newContactParts } = await import('../../../functions/table/contacts/contact-writes.ts');
  const { putTag, tagContactPart } = await import('../../../functions/table/contacts/tags.ts');
  const { newConversationPart } = await import('../../../functions/table/conversations/new-conversation.ts');
  const { newMessagePart } = await import('../../../functions/table/messages/messages.ts');
  const tag = await putTag(workspaceId, { id: newId(), name: 'seeded', color: '#ef4444' });
  return (n) => {
    const isTagged = n % taggedEvery === 0;
    const { fields, phone, channel, text } = n === 0 ? rare : toCommon(n);
    const contact = { ...newContact(newId(), fields), phone, channels: [channel], tags: isTagged ? [tag] : [] };
    if (!isTagged) return newContactParts(workspaceId, contact).flatMap(toItem);
    const conversation = newConversation(contact, channel);
    const recipient = { kind: 'existing_conversation' as const, conversation };
    const messages = [text, ...laterTexts].map((own) => {
      const identity = { workspaceId, id: newId(), senderType: 'agent' as const };
      return newOutboundMessage(identity, recipient, toMessageFields({ type: 'text', text: own }));
    });
    return [
      ...newContactParts(workspaceId, contact),
      tagContactPart(workspaceId, tag.id, contact.id),
      newConversationPart(workspaceId, conversation),
      ...messages.map(newMessagePart),
    ].flatMap(toItem);
  };
};

const toItem = (part: TransactionPart): Item[] => ('Put' in part && part.Put?.Item ? [part.Put.Item] : []);

/** The rows come from the functions of the indexer, which are pure. A test compares them with what the stream leads to. */
const loadIndexer = async (): Promise<Builder['list']> => {
  const { toIndexChange } = await import('../../../functions/domain/contacts/index-contacts.ts');
  const { monthOf, toMonthRows, toTextChange } = await import('../../../functions/domain/conversations/index-texts.ts');
  const { toContactKey } = await import('../../../functions/table/contacts/words.ts');
  const { toKnownWords, toTextKey } = await import('../../../functions/table/conversations/words.ts');
  return (stored) => {
    const changes = Object.groupBy(
      stored.map((after) => ({ before: undefined, after })),
      ({ after }) => String(after['entity']),
    );
    const words = (changes['contact'] ?? []).flatMap((change) => toIndexChange(change).added);
    const texts = (changes['message'] ?? []).flatMap((change) => toTextChange(change).after ?? []);
    const [first] = texts;
    const { rows, hashes } = toMonthRows(texts);
    return [
      ...words.map(toContactKey),
      ...rows.map(toTextKey),
      ...(first ? [toKnownWords(first.conversationId, monthOf(first.entryId), hashes)] : []),
    ];
  };
};

const batchItemsMax = 25;
const writers = 8;

/** Takes the items as it writes them, so a million contacts need little memory. */
export const seedItems = async (items: Iterable<SeededItem>): Promise<void> => {
  const { table } = await import('../../../functions/table/dynamodb/client.ts');
  const { env } = await import('../../../functions/platform/env.ts');
  const batches = toBatches(items);
  const writeAll = async (): Promise<void> => {
    for (const batch of batches) {
      const requests = batch.map((Item) => ({ PutRequest: { Item } }));
      await table.send(new BatchWriteCommand({ RequestItems: { [env.tableName()]: requests } }));
    }
  };
  await Promise.all(Array.from({ length: writers }, writeAll));
};

const toBatches = function* (items: Iterable<SeededItem>): Generator<SeededItem[]> {
  let batch: SeededItem[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < batchItemsMax) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
};

/**
 * Turns off the table's stream and indexes, with which DynamoDB Local writes a third as fast. For calls that need
 * neither: no search does.
 */
export const keepTableAlone = async (): Promise<void> => {
  const { env } = await import('../../../functions/platform/env.ts');
  const client = new DynamoDBClient();
  const TableName = env.tableName();
  const update = (input: Omit<UpdateTableCommandInput, 'TableName'>) =>
    client.send(new UpdateTableCommand({ TableName, ...input }));
  const findIndex = async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    return Table?.GlobalSecondaryIndexes?.[0];
  };
  await update({ StreamSpecification: { StreamEnabled: false } });
  // DynamoDB deletes one index at a time.
  for (let index = await findIndex(); index; index = await findIndex()) {
    const { IndexName, IndexStatus } = index;
    if (IndexStatus === 'ACTIVE') await update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
    await wait(50);
  }
  client.destroy();
};
