import { beforeAll, expect, it, vi } from 'vitest';
import { listContacts } from '../../../functions/domain/contacts/list-contacts.ts';
import { listConversations } from '../../../functions/domain/conversations/conversations.ts';
import { readAllPages } from '../../../functions/domain/paging.ts';
import { createWorkspace, listWorkspaces } from '../../../functions/domain/workspaces/workspaces.ts';
import { isoTime } from '../../../functions/platform/clock.ts';
import { newId } from '../../../functions/platform/ids.ts';
import { findContactCount, setContactCount } from '../../../functions/table/contacts/words.ts';
import { putNote } from '../../../functions/table/conversations/notes.ts';
import { queryTextWord } from '../../../functions/table/conversations/words.ts';
import { putItems, removeItems } from '../../../functions/table/dynamodb/batch-write.ts';
import { findExistingKeys, findItem } from '../../../functions/table/dynamodb/read.ts';
import { transact, updateIf } from '../../../functions/table/dynamodb/write.ts';
import { keys } from '../../../functions/table/keys.ts';
import { newMessagePart } from '../../../functions/table/messages/messages.ts';
import { workspaceVersion } from '../../../functions/table/workspaces/workspaces.ts';
import { migrateTable } from '../../../tools/admin/sweep/migrations.ts';
import { rebuildLimits, rebuildSearch } from '../../../tools/admin/sweep/rebuild-search.ts';
import { makeConversation } from '../../support/messages/conversations.ts';
import { newStoredMessage } from '../../support/messages/inbound-items.ts';
import { useOwnTable } from '../../support/table/own-table.ts';
import { lowerLimits } from '../../support/table/read-rows.ts';

beforeAll(() => useOwnTable({ encryption: {}, channelEncryption: {} }));

it('a migration changes every item of an earlier version once and leaves the others alone', async () => {
  const { id: current } = await createWorkspace('Current', 'DE');
  const { id: earlier } = await createWorkspace('Earlier', 'DE');
  await removeItems([keys.listedWorkspace(earlier)]);
  await updateIf({
    Key: keys.workspace(earlier),
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'REMOVE v',
  });
  const options = { unitsPerSecond: 100_000, onProgress: () => undefined, onFailure: vi.fn() };
  expect(await migrateTable(options)).toMatchObject([{ name: 'workspace-list', examined: 1, changed: 1, failed: 0 }]);
  expect(await findItem(keys.workspace(earlier))).toMatchObject({ v: workspaceVersion, name: 'Earlier' });
  const listed = await readAllPages(listWorkspaces, 100);
  expect(listed.map(({ id }) => id)).toEqual([earlier, current]);
  expect(await migrateTable(options)).toMatchObject([{ examined: 0, changed: 0 }]);
  expect(options.onFailure).not.toHaveBeenCalled();
});

it('a rebuild makes the index complete, so a second one finds nothing to do', async () => {
  const { id: workspaceId } = await createWorkspace('Older than the index', 'DE');
  const conversationId = await makeConversation(workspaceId, { contact: { name: 'Ana Silva' } });
  const other = await makeConversation(workspaceId, { contact: { name: 'Ben' } });
  const texts = ['where is my refund', 'the refund, please', 'a refund of the price'];
  for (const content_text of texts)
    await transact([
      newMessagePart(newStoredMessage({ workspace_id: workspaceId, conversation_id: conversationId, content_text })),
    ]);
  const author = { kind: 'member' as const, id: newId(), name: 'Ben' };
  await putNote(workspaceId, other, {
    type: 'note',
    id: newId(),
    created_at: isoTime(Date.now()),
    author,
    text: 'Wants a discount',
    mentions: [],
  });
  await setContactCount(workspaceId, 5);
  const leftOver = [
    keys.contactWord(workspaceId, 'ghost', newId()),
    keys.textWord(workspaceId, 'ghost', newId(), conversationId),
  ];
  await putItems(leftOver);
  const options = { unitsPerSecond: 100_000, onProgress: () => undefined };
  lowerLimits(rebuildLimits, { entriesPerRead: 500 }, { entriesPerRead: 2 });
  // Two contacts, two conversations, the count and what is left over.
  expect(await rebuildSearch(options)).toMatchObject({ changed: 7, failed: 0 });
  const page = { limit: 10, after: undefined };
  const people = await listContacts(workspaceId, { search: 'silva' }, page);
  expect(people.items.map(({ name }) => name)).toEqual(['Ana Silva']);
  const found = await listConversations(workspaceId, { search: 'refund' }, page);
  expect(found.items.map(({ id }) => id)).toEqual([conversationId]);
  expect(await queryTextWord(workspaceId, 'refund', 9)).toHaveLength(1);
  expect(await queryTextWord(workspaceId, 'price', 9)).toHaveLength(1);
  expect(await queryTextWord(workspaceId, 'discount', 2)).toMatchObject([{ conversationId: other, isNote: true }]);
  expect(await findContactCount(workspaceId)).toBe(2);
  expect(await findExistingKeys(leftOver)).toEqual([]);
  expect(await rebuildSearch(options)).toMatchObject({ changed: 0 });
});
