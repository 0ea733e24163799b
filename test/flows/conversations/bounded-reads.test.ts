import { expect, it } from 'vitest';
import { newContact } from '../../../functions/domain/contacts/contacts.ts';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { newConversation } from '../../../functions/domain/conversations/new-conversation.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { newConversationPart } from '../../../functions/table/conversations/new-conversation.ts';
import { assign } from '../../../functions/table/dynamodb/expressions.ts';
import { readLimits } from '../../../functions/table/dynamodb/query.ts';
import { updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { putAll } from '../../support/segments.ts';
import { lagBehind } from '../../support/table/lagging-replica.ts';
import { lowerLimits, watchReadRows } from '../../support/table/read-rows.ts';

/** The oldest is on the web, all others are on msgapp. */
const seedConversations = async (workspaceId: string, count: number): Promise<string> => {
  const contact = newContact(newId(), { name: 'Ana' });
  const toConversation = (index: number) => newConversation(contact, index === 0 ? 'web' : 'msgapp');
  const conversations = [...Array(count).keys()].map(toConversation);
  const parts = conversations.map((conversation) => newConversationPart(workspaceId, conversation));
  await putAll(parts.flatMap((part) => ('Put' in part && part.Put.Item ? [part.Put.Item] : [])));
  return String(conversations[0]?.id);
};

const page = { limit: 50, after: undefined };

it('a rare channel reads as many conversations per call as a list may and returns where to go on', async () => {
  const workspaceId = newId();
  lowerLimits(readLimits, { rowsPerCall: 2_000 }, { rowsPerCall: 200 });
  const webId = await seedConversations(workspaceId, 230);
  const rows = watchReadRows();
  for (const filters of [{ channel: 'web' }, { channel: 'web', status: 'open' as const }]) {
    const first = await listConversations(workspaceId, filters, page);
    expect(first.items).toEqual([]);
    const firstRead = rows.take();
    const second = await listConversations(workspaceId, filters, { ...page, after: first.next });
    expect(second).toMatchObject({ items: [{ id: webId }], next: undefined });
    const secondRead = rows.take();
    expect([firstRead.fetched || firstRead.queried, secondRead.fetched || secondRead.queried]).toEqual([200, 30]);
  }
});

it('a conversation that a replica shows with its status before is in the list of its new status', async () => {
  const workspaceId = newId();
  const id = await makeConversation(workspaceId, { fields: { status: 'closed' } });
  const key = keys.conversation(workspaceId, id);
  const lag = await lagBehind(key);
  const status_key = `${key.pk}#open`;
  await updateIf({ Key: key, ConditionExpression: 'attribute_exists(pk)', ...assign({ status: 'open', status_key }) });
  const { items } = await listConversations(workspaceId, { status: 'open' }, page);
  expect(items).toMatchObject([{ id, status: 'open' }]);
  expect(lag.staleReads()).toBe(1);
});
